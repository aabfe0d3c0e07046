package motor

// machines has a line for each machine: its name and its states, the initial one first.
const machines = `
Mains Off On
EStop Rel Press
Mode Man Auto Serv
Dir Fwd Rev
KM Open Clsd
Wind None Star Delta
Timer Idle R1 R2 Done
Therm Cold Warm Hot Trip
Speed S0 S1 S2 S3 S4
Brake Off On Worn
Fault No Over Seq Ack
Panel Dark Ready Start RunF RunR Alarm Serv
`

// transitions has a line for each transition: machine, source, target, event and guard.
const transitions = `
Mains Off On mainsOn
Mains On Off mainsOff
EStop Rel Press press
EStop Press Rel release KM=Open
Mode Man Auto selAuto KM=Open
Mode Man Serv selServ KM=Open Speed=S0
Mode Auto Man selMan KM=Open
Mode Auto Serv selServ KM=Open Speed=S0
Mode Serv Man selMan KM=Open
Mode Serv Auto selAuto KM=Open
Dir Fwd Rev rev KM=Open Speed=S0
Dir Rev Fwd fwd KM=Open Speed=S0
KM Open Clsd start Mains=On EStop=Rel Mode!=Serv Therm=Cold Fault=No Brake=Off
KM Open Clsd start Mains=On EStop=Rel Mode!=Serv Therm=Warm Fault=No Brake=Off
KM Open Clsd jog Mains=On EStop=Rel Mode=Serv Fault=No
KM Clsd Open stop
KM Clsd Open press
KM Clsd Open mainsOff
KM Clsd Open heat Therm=Hot
KM Clsd Open tick Fault!=No
Wind None Star start Mains=On EStop=Rel Mode!=Serv Therm=Cold Fault=No Brake=Off
Wind None Star start Mains=On EStop=Rel Mode!=Serv Therm=Warm Fault=No Brake=Off
Wind None Star jog Mains=On EStop=Rel Mode=Serv Fault=No
Wind Star Delta tick Timer=R2 KM=Clsd Fault=No
Wind Star Delta change Timer=Done KM=Clsd
Wind Star None stop
Wind Star None press
Wind Star None mainsOff
Wind Delta None stop
Wind Delta None press
Wind Delta None mainsOff
Wind Delta None tick Fault!=No
Timer Idle R1 tick Wind=Star KM=Clsd
Timer R1 R2 tick Wind=Star
Timer R2 Done tick Wind=Star
Timer R1 Idle tick Wind!=Star
Timer R2 Idle tick Wind!=Star
Timer Done Idle tick Wind!=Star
Timer Done R2 tick Wind=Star
Timer R1 Idle stop
Timer R2 Idle stop
Timer Done Idle stop
Timer R1 Idle mainsOff
Timer R2 Idle mainsOff
Timer Done Idle mainsOff
Therm Cold Warm heat KM=Clsd
Therm Warm Hot heat KM=Clsd
Therm Hot Trip heat KM=Clsd
Therm Warm Cold cool KM=Open
Therm Hot Warm cool KM=Open
Therm Hot Warm cool KM=Clsd Speed=S3
Therm Trip Hot cool KM=Open Fault=Ack
Therm Warm Cold cool KM=Clsd Speed=S3
Therm Trip Hot cool KM=Open Mains=Off
Therm Hot Trip tick Wind=Delta Speed=S0
Therm Cold Warm heat KM=Open Brake=Worn
Speed S0 S1 accel KM=Clsd Wind!=None
Speed S1 S2 accel KM=Clsd Wind!=None
Speed S2 S3 accel KM=Clsd Wind=Delta
Speed S3 S4 accel Wind=Delta Mode=Man
Speed S4 S3 decel KM=Open
Speed S3 S2 decel KM=Open
Speed S2 S1 decel KM=Open
Speed S1 S0 decel KM=Open
Speed S4 S2 brake KM=Open Brake=On
Speed S3 S1 brake KM=Open Brake=On
Speed S2 S0 brake KM=Open Brake=On
Speed S1 S0 brake KM=Open Brake=On
Speed S4 S3 decel KM=Clsd
Speed S3 S2 decel KM=Clsd Wind=Star
Brake Off On brake KM=Open
Brake On Off unbrake
Brake On Off start Mode=Auto
Brake On Worn wear Speed!=S0
Brake Worn Off repair Mode=Serv
Brake Worn Off repair Mains=Off
Brake On Off ack Mode=Serv Speed=S0
Brake Off On press Speed!=S0
Brake Off On mainsOff Speed!=S0
Fault No Over heat Therm=Hot KM=Clsd
Fault No Over tick Speed=S4
Fault No Over accel Speed=S4
Fault No Seq change Timer!=Done Wind=Star
Fault No Seq tick Brake=On KM=Clsd
Fault No Seq jog Brake=Worn Mode=Serv Mains=On EStop=Rel
Fault Over Ack ack KM=Open
Fault Seq Ack ack KM=Open
Fault Ack No reset Therm!=Trip
Fault Ack No mainsOff Therm!=Trip
Fault Ack Seq change KM=Open
Fault Over No reset Mode=Serv KM=Open
Panel Dark Ready disp Mains=On
Panel Ready Dark mainsOff
Panel Start Dark mainsOff
Panel RunF Dark mainsOff
Panel RunR Dark mainsOff
Panel Alarm Dark mainsOff
Panel Serv Dark mainsOff
Panel Ready Start disp KM=Clsd
Panel Start RunF disp KM=Clsd Wind=Delta Dir=Fwd
Panel Start RunR disp KM=Clsd Wind=Delta Dir=Rev
Panel Start Ready stop
Panel RunF Ready stop
Panel RunR Ready stop
Panel Ready Alarm alarm Fault!=No
Panel Start Alarm alarm Fault!=No
Panel RunF Alarm alarm Fault!=No
Panel RunR Alarm alarm Fault!=No
Panel Serv Alarm alarm Fault!=No
Panel Ready Alarm press
Panel Start Alarm press
Panel RunF Alarm press
Panel RunR Alarm press
Panel Alarm Ready ack EStop=Rel
Panel Alarm Serv disp Mode=Serv EStop=Rel
Panel Ready Serv disp Mode=Serv KM=Open
Panel Serv Ready selMan KM=Open
Panel Serv Ready selAuto KM=Open
Panel Serv Start disp Mode=Serv KM=Clsd
Panel RunF Start disp Wind=Star
Panel RunR Start disp Wind=Star
Panel Dark Serv selfTest Mains=On Mode=Serv
Panel Dark Alarm selfTest Mains=On Fault!=No
`
