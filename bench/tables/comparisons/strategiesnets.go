package comparisons

// strategyNets are the nets of the suite strategies, all bounded ones of two folders: folder and name, places, tokens
// in the initial marking, whether no place ever has two tokens, and questions of ReachabilityCardinality by their
// numbers, found ones first. E is a question EF, A one of AG. Behind + are the steps of the shortest path to a marking
// that shows EF or refutes AG, ? if nobody knows them; - says that there is no such path, as all tools of the contest
// agree. A test compares all of this with the files and, as far as it gets, with breadth-first search.
const strategyNets = `
models/Angiogenesis-PT-01 39 8 safe E00+6 E01- E09-
models/AutoFlight-PT-01b 114 1 safe A03+31 A11+31 A08- A01-
models/BusinessProcesses-PT-02 262 1 safe E03+? A14+12 E08- A06-
models/CSRepetitions-PT-02 23 8 other E11- A00-
models/CircadianClock-PT-000010 14 52 other A11+14 E08+15 A09- E00-
models/ClientsAndServers-PT-N0002P0 25 34 other E10+? E03+48 E04- E14-
models/Dekker-PT-020 100 40 safe A15+1 E04+4 E00- E01-
models/ERK-PT-000010 11 50 other E14+6 A09+22 A00- E08-
models/Eratosthenes-PT-010 9 9 safe A07+1 A02+1 E01- E06-
models/Eratosthenes-PT-050 49 49 safe E01+5 A14+1 A08- E03-
models/FMS-PT-00002 22 12 other A11+1 A03+22 A04- A01-
models/FMS-PT-00010 22 36 other A00+14 E10+36 A05-
models/GPPP-PT-C0001N0000000001 33 22 other A07- E09-
models/HouseConstruction-PT-00005 26 5 other E03+27 A07+45 A08- E04-
models/IBM319-PT-none 253 1 safe E04+81 E14+101 A13- A01-
models/JoinFreeModules-PT-0003 16 19 other A04+1 E03+1 E08-
models/Kanban-PT-00005 16 20 other A08+24 E00+16 A03- A13-
models/Kanban-PT-00100 16 400 other E09+? A08+? A04-
models/LamportFastMutEx-PT-2 69 6 safe E00+5 A07+6 E03- E15-
models/MAPK-PT-00008 22 36 other E04+20 E11+17 A02- E14-
models/MultiwaySync-PT-none 222 1 safe E07+4 A00+5 A02- E14-
models/ParamProductionCell-PT-4 231 36 safe A07+75 A02+95 E06- A04-
models/Peterson-PT-2 102 8 safe A13+17 A10+20 A08- A14-
models/Philosophers-PT-000005 25 10 safe E09+1 E01+3 E00- A03-
models/Philosophers-PT-000050 250 100 safe E12+3 E00+25 E08- A05-
models/Railroad-PT-005 68 15 safe A04+7 E10+6 E09- E13-
models/ResAllocation-PT-R003C005 30 15 safe E15+1 A06+3 E04-
models/RobotManipulation-PT-00005 15 31 other E12+32 E11+20 A01- A07-
models/SharedMemory-PT-000005 41 11 safe E13+3 A08+2 A04- E01-
models/SimpleLoadBal-PT-05 59 10 safe E11+10 A10+25 A07- A08-
models/SwimmingPool-PT-01 9 45 other A14+6 A07+36 E08- E04-
models/TokenRing-PT-005 36 6 safe E12+1 A08+2 A14- A03-
large/ASLink-PT-08b 3618 1 safe A12+? A02+? E14- A13-
large/BusinessProcesses-PT-11 567 1 safe A05+? A08+22 E02- E13-
large/CANInsertWithFailure-PT-020 1044 22 other E12+? E08+?
large/CircadianClock-PT-000001 14 7 safe A03+1 E15+2 A07- A00-
large/ClientsAndServers-PT-N0050P0 25 850 other E09+? A07+28 A04- E08-
large/CloudDeployment-PT-2a 69 1 safe A10+3 A06+16 E05- E04-
large/CloudOpsManagement-PT-00002by00001 27 13 other E03- A12-
large/DBSingleClientW-PT-d1m04 1440 5 other A05- E00-
large/DNAwalker-PT-13ringRLLarge 33 28 other E15+1 A08+4 A01- E06-
large/DatabaseWithMutex-PT-04 140 12 safe A12+? E03+10 A07- A10-
large/Dekker-PT-050 250 100 safe A04+3 A11+3 E01- A00-
large/DiscoveryGPU-PT-10a 103 1 safe E10+7 A01+6 E12- E00-
large/Echo-PT-d02r09 735 81 safe A03+? E07+? E10- A14-
large/EisenbergMcGuire-PT-07 553 15 safe E05+? A04+? A07- E02-
large/Election2020-PT-none 53 538 other A05+3 E07- E14-
large/FMS-PT-20000 22 60006 other E07+? A08+? A00- A15-
large/GPUForwardProgress-PT-08b 188 1 safe E10+20 A08+12 A07- A03-
large/HealthRecord-PT-12 160 1 safe A12+6 E00+18 A07- A03-
large/Kanban-PT-20000 16 80000 other A08+? E12+? A03-
large/MAPKbis-PT-5310 106 53 safe A11+9 A12+6 E07- E09-
large/Murphy-PT-D3N050 24 220 other E08+? E09+? E10- E06-
large/NoC3x3-PT-2B 2003 1 safe E12+? E09+? E13-
large/PaceMaker-PT-none 70 18085 other E00+8 E13+11 A11- E03-
large/ProductionCell-PT-none 176 1 safe A08+? E03+? E09- A01-
large/QuasiCertifProtocol-PT-28 2998 75 other E00+? A05+? E15- A14-
large/Raft-PT-08 328 1 safe A06+6 A04+3 A14- E15-
large/Railroad-PT-050 518 105 safe E09+8 A03+9 E10- A01-
large/ResAllocation-PT-R050C002 200 100 safe A03+33 A00+46 A09- E01-
large/RingSingleMessageInMbox-PT-d0m160 385 161 other A10- A09-
large/SafeBus-PT-06 144 17 safe A10+12 A12- A11-
large/SatelliteMemory-PT-X65535Y2048 13 192513 other E13+? E06+? A12- A10-
large/ServersAndClients-PT-100020 2421 121 safe E09+3 A01+2 A02- A00-
large/ShieldRVs-PT-002B 83 1 safe A06+34 A09+46 E04- A15-
large/ShieldRVt-PT-001B 53 1 safe A15+10 A08+30 A01- E03-
large/SieveSingleMsgMbox-PT-d1m04 1295 5 other E14- A07-
large/SmartHome-PT-04 139 1 safe E07+18 A14+27 E15- A06-
large/StigmergyCommit-PT-04a 184 1 safe E04+36 A01+36 E08- E03-
large/TCPcondis-PT-10 30 20 other E12+15 E06+? E11-
large/TwoPhaseLocking-PT-nC00020vN 8 41 other E08+36 E15+40 A07- E04-
large/UtilityControlRoom-PT-Z4T3N06 228 13 other E08+5 E03- A02-
large/ViralEpidemic-PT-S04D1C1A02 127 43 safe E00+6 A02+5 A08- E07-
`
