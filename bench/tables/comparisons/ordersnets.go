package comparisons

// The nets of the suites orders, orders-shuffled, contest, certificates and techniques.

// Nets of the Model Checking Contest by the names that they have there, in three folders: small ones, large ones,
// most of which have too many markings for a complete state space, and coloured ones. They are files of others and not
// part of brim: --nets names where the folders are.
const (
	contestModels = `
Angiogenesis-PT-01 AutoFlight-PT-01b BusinessProcesses-PT-02 CSRepetitions-PT-02 CircadianClock-PT-000010
ClientsAndServers-PT-N0002P0 Dekker-PT-020 DoubleLock-PT-p3s1 ERK-PT-000010 Eratosthenes-PT-010 Eratosthenes-PT-050
FMS-PT-00002 FMS-PT-00010 GPPP-PT-C0001N0000000001 HouseConstruction-PT-00005 IBM319-PT-none JoinFreeModules-PT-0003
Kanban-PT-00005 Kanban-PT-00100 LamportFastMutEx-PT-2 MAPK-PT-00008 MultiwaySync-PT-none ParamProductionCell-PT-4
Peterson-PT-2 Philosophers-PT-000005 Philosophers-PT-000050 Railroad-PT-005 ResAllocation-PT-R003C005
RobotManipulation-PT-00005 SharedMemory-PT-000005 SimpleLoadBal-PT-05 SwimmingPool-PT-01 TokenRing-PT-005
`
	contestLarge = `
ASLink-PT-08b BusinessProcesses-PT-11 CANInsertWithFailure-PT-020 CircadianClock-PT-000001
ClientsAndServers-PT-N0050P0 CloudDeployment-PT-2a CloudOpsManagement-PT-00002by00001 DBSingleClientW-PT-d1m04
DNAwalker-PT-13ringRLLarge DatabaseWithMutex-PT-04 Dekker-PT-050 DiscoveryGPU-PT-10a DoubleLock-PT-p3s3
Echo-PT-d02r09 EisenbergMcGuire-PT-07 Election2020-PT-none FMS-PT-20000 GPUForwardProgress-PT-08b HealthRecord-PT-12
Kanban-PT-20000 MAPKbis-PT-5310 Murphy-PT-D3N050 NoC3x3-PT-2B PaceMaker-PT-none Planning-PT-none
ProductionCell-PT-none QuasiCertifProtocol-PT-28 Raft-PT-08 Railroad-PT-050 ResAllocation-PT-R050C002
RingSingleMessageInMbox-PT-d0m160 SafeBus-PT-06 SatelliteMemory-PT-X65535Y2048 SemanticWebServices-PT-S064P15
ServersAndClients-PT-100020 ShieldRVs-PT-002B ShieldRVt-PT-001B SieveSingleMsgMbox-PT-d1m04 SmartHome-PT-04
StigmergyCommit-PT-04a TCPcondis-PT-10 TwoPhaseLocking-PT-nC00020vN UtilityControlRoom-PT-Z4T3N06
ViralEpidemic-PT-S04D1C1A02
`
	contestColoured = `
AirplaneLD-COL-0010 AirplaneLD-COL-0100 BART-COL-005 BridgeAndVehicles-COL-V10P10N10 CryptoMiner-COL-D03N010
DatabaseWithMutex-COL-02 FamilyReunion-COL-L00010M0001C001P001G001 GlobalResAllocation-COL-03 Murphy-COL-D2N050
NeoElection-COL-2 PermAdmissibility-COL-01 Peterson-COL-2 Philosophers-COL-000050 PhilosophersDyn-COL-03
QuasiCertifProtocol-COL-02 Referendum-COL-0010 SharedMemory-COL-000005 Sudoku-COL-AN03 TokenRing-COL-005
UtilityControlRoom-COL-Z2T4N02
`
)
