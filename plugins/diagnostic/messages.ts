// contract.ts
export const durationFormat = 'Enter a time such as 10m or 1h'
export const numberTooHigh = (greatest: number) => `Enter a number up to ${greatest}`

// embedded/index.ts
export const networkTestNeedsSeveralServers = 'A network test needs several servers, and there is only one'

// minio/index.ts
export const reportNotFinishedInTime = 'The storage server did not finish its report in time'

// minio/speed.ts
export const noTestResults = 'The storage server returned no results'

// pages/diagnostic.tsx
export const diagnosticFailed = 'An error occurred while getting Diagnostic file.'
export const reportIncomplete = 'The report is not complete yet'
export const diagnosticStarted = 'Diagnostic started. Please do not refresh page during diagnosis.'
export const reportWasReadFromFile = 'This report was read from a file.'
export const diagnosticFileIsReady = 'Diagnostic file is ready to be downloaded.'
export const diagnosticHelp =
  'A diagnostic collects drives, memory, processes, settings and errors of every server in one file.'
export const onlyBeginningShown = 'Only the beginning is shown. Download the file to see everything.'

// pages/glance.tsx
export const reportContainsNoErrors = 'The report contains no errors.'

// pages/profiles.tsx
export const cpuProfileHelp = (seconds: string) => `CPU time of each server over ${seconds} s.`
export const memoryProfileHelp = (seconds: string) => `Memory allocations of each server over ${seconds} s.`
export const profileFileHelp = (text: string) => `${text} Downloads a file for profiling tools.`

// pages/report-summary.ts
export const auditSystemEnabled = 'The audit system of the operating system is enabled, which reduces performance'
export const updatedbInstalled = 'updatedb is installed: exclude the drives from its index'
export const clockDiffers = (clock: string, clock2: number) =>
  `Its clock is ${clock} ${clock2 > 0 ? 'ahead' : 'behind'}: check its time service`

// pages/speed.tsx
export const objectTestHelp =
  'Stores and reads objects of 1 to 64 MiB with 16 parallel requests, 5 s per size. Takes about 40 s.'
export const driveTestHelp = 'Writes and reads 256 MiB on all drives in parallel. Takes a few seconds.'
export const networkTestHelp = 'Sends data between all servers at full speed for 10 s.'
export const forSomeSecondsLonger = 'for some seconds, longer on slow drives'
export const slowest = (read: string, read2: string, write: string, write2: string, slowest: string) =>
  `${read} ${read2}, ${write} ${write2}, slowest ${slowest}`
export const testDone = (title: string) => `${title} tested. Other requests are served again.`
export const testPausesRequests = (text: string) =>
  `${text} A storage server pauses all other S3 requests during the test.`

// pages/use-report.ts
export const notDiagnosticReport = (name: string) => `${name} is not a diagnostic report`

// server.ts
export const speedTestUnknown = (kind: string, speedKinds: string) =>
  `There is no speed test of ${kind}: choose among ${speedKinds}`
