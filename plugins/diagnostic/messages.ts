// contract.ts
export const enterTimeSuchAsM = 'Enter a time such as 10m or 1h'
export const enterNumberUp = (greatest: number) => `Enter a number up to ${greatest}`

// embedded/index.ts
export const networkTestNeedsSeveralServers = 'A network test needs several servers, and there is only one'

// minio/index.ts
export const storageServerDidNotFinish = 'The storage server did not finish its report in time'

// minio/speed.ts
export const storageServerReturnedNoResults = 'The storage server returned no results'

// pages/diagnostic.tsx
export const errorOccurredWhileGettingDiagnostic = 'An error occurred while getting Diagnostic file.'
export const reportIsNotCompleteYet = 'The report is not complete yet'
export const diagnosticStartedPleaseDo = 'Diagnostic started. Please do not refresh page during diagnosis.'
export const reportWasReadFromFile = 'This report was read from a file.'
export const diagnosticFileIsReady = 'Diagnostic file is ready to be downloaded.'
export const diagnosticCollectsDrivesMemoryProcesses =
  'A diagnostic collects drives, memory, processes, settings and errors of every server in one file.'
export const onlyBeginningIsShownDownload = 'Only the beginning is shown. Download the file to see everything.'

// pages/glance.tsx
export const reportContainsNoErrors = 'The report contains no errors.'

// pages/profiles.tsx
export const cpuTimeOfEachServer = (seconds: string) => `CPU time of each server over ${seconds} s.`
export const memoryAllocationsOfEachServer = (seconds: string) => `Memory allocations of each server over ${seconds} s.`
export const downloadsFileForProfilingTools = (text: string) => `${text} Downloads a file for profiling tools.`

// pages/report-summary.ts
export const auditSystemOfOperatingSystem =
  'The audit system of the operating system is enabled, which reduces performance'
export const updatedbIsInstalledExcludeDrives = 'updatedb is installed: exclude the drives from its index'
export const clockIsCheckTimeService = (clock: string, clock2: number) =>
  `Its clock is ${clock} ${clock2 > 0 ? 'ahead' : 'behind'}: check its time service`

// pages/speed.tsx
export const storesAndReadsObjects =
  'Stores and reads objects of 1 to 64 MiB with 16 parallel requests, 5 s per size. Takes about 40 s.'
export const writesAndReadsMiB = 'Writes and reads 256 MiB on all drives in parallel. Takes a few seconds.'
export const sendsDataBetweenAllServers = 'Sends data between all servers at full speed for 10 s.'
export const forSomeSecondsLonger = 'for some seconds, longer on slow drives'
export const slowest = (read: string, read2: string, write: string, write2: string, slowest: string) =>
  `${read} ${read2}, ${write} ${write2}, slowest ${slowest}`
export const testedOtherRequestsAreServed = (title: string) => `${title} tested. Other requests are served again.`
export const storageServerPausesAllOther = (text: string) =>
  `${text} A storage server pauses all other S3 requests during the test.`

// pages/use-report.ts
export const isNotDiagnosticReport = (name: string) => `${name} is not a diagnostic report`

// server.ts
export const thereIsNoSpeedTest = (kind: string, speedKinds: string) =>
  `There is no speed test of ${kind}: choose among ${speedKinds}`
