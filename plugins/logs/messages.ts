// backend/audit.ts
export const waitingAuditRecords = 'Audit records of the console that wait to be stored.'
export const auditRecordsAreNotStored = 'Audit records are not stored here'
export const auditRecordsNotStored = 'audit records could not be stored; retrying'
export const auditFolderUnreadable = (join: string, message: string) =>
  `The audit records in ${join} cannot be opened: ${message}`
export const auditRecordsCannotBeOpened = 'the audit records cannot be opened'
export const expiredRecordsNotDeleted = 'expired audit records could not be deleted'

// backend/intake.ts
export const setAuditToken = 'Set CONSOLE_AUDIT_TOKEN: without a folder (CONSOLE_DATA) the console cannot store a token'
export const consoleDoesNotAcceptAudit = 'This console does not accept audit records yet'
export const useSetUpAuditLogs = 'Use Set Up Audit Logs on the Logs page first'
export const tokenOfAuditRecords = 'The token of the audit records is wrong'
export const setUpAuditLogsAgain = 'Set Up Audit Logs again, or compare it with CONSOLE_AUDIT_TOKEN'
export const someAuditRecordsAreInvalid = 'some audit records are invalid and were dropped'
export const addressInBodyEnterConsoles =
  "address in body: enter the console's address, such as https://console.example:9090, without a user and a query"
export const anotherConsoleRespondsThere = 'another console responds there, or one with another CONSOLE_AUDIT_TOKEN'
export const itIsNotAddress = (status: number) => `it is not the address of this console (status ${status})`

// backend/records
export const recordsAreDamaged = 'the audit records are damaged: they were moved aside, and a new store was started'
export const recordsHaveLaterFormat = (path: string, format: string, latest: number) =>
  `${path} has records of format ${format}, and this Stowage reads formats up to ${latest}; install the later version again that wrote them`
export const auditDatabaseHasLaterFormat = (format: number, latest: number) =>
  `The audit database has records of format ${format}, and this Stowage reads formats up to ${latest}. Install the later version again that wrote them.`
export const checkConsoleAuditUrl =
  'Check CONSOLE_AUDIT_URL, and that the database allows connections from this machine'
export const auditDatabaseIsReady = 'PostgreSQL answers'
export const recordsCouldNotBeStored = 'The audit records could not be stored'
export const recordsArriveFaster = 'Audit records arrive faster than they can be stored'
export const sendThemAgainLater = 'Send them again later'
export const searchTakesTooLong = 'The search takes too long'
export const chooseShorterTimeRange = 'Choose a shorter time range, or narrow the search'
export const databaseReturnedError = 'The audit database returned an error'
export const tooManyRecordsAreWaiting = 'Too many audit records are waiting to be stored'
export const serviceDoesNotRecordUsers = 'The log search service does not record users. Remove the filter "User".'
export const logSearchIsNotAvailable = 'Log Search API not available.'
export const responseIsNotFromService = 'error retrieving logs: the response is not from a log search service'

// config.ts
export const itNeedsMoreCharacters = (count: number) => `it needs at least ${count} characters`
export const tokenWithWhichServer =
  'Token with which a MinIO server sends audit records to `/api/v1/logs/audit`: at least 20 characters. The console does not start with a shorter one.'
export const itMustBeNumberOfDays = 'it must be a number of days, from 1 to 36500'
export const daysAfterWhichRecords = 'Days after which records are deleted, from 1 to 36500.'
export const itMustBeSizeSuchAs = 'it must be a size such as 512MiB, 10GiB or 2TiB, at least 64MiB'
export const sizeBeyondWhichRecords = 'Size beyond which the oldest records are deleted, at least `64MiB`.'
export const itMustBeAddressOfDatabase =
  'it must be the address of a PostgreSQL database, such as postgres://user:password@host:5432/name'
export const postgresDatabaseForRecords =
  'PostgreSQL database for the records, instead of the data folder: `postgres://user:password@host/name`.'
export const existingLogSearchService = 'Existing log search service to query instead. MinIO engine only.'
export const tokenForThatService = 'Token for that service. `LOGSEARCH_QUERY_AUTH_TOKEN` works as well.'
export const formerNameOfThatToken = 'Former name of `CONSOLE_LOG_QUERY_AUTH_TOKEN`.'
export const logQueryUrlNeedsServer =
  'CONSOLE_LOG_QUERY_URL needs CONSOLE_MINIO_SERVER: the embedded engine stores its audit records itself'
export const logQueryUrlNeedsToken = 'CONSOLE_LOG_QUERY_URL also needs CONSOLE_LOG_QUERY_AUTH_TOKEN'
export const logQueryUrlMustNotContain =
  'CONSOLE_LOG_QUERY_URL must not contain a user, a password or a query; set the token in CONSOLE_LOG_QUERY_AUTH_TOKEN'

// contract.ts
export const beginWithField = (auditFields: string) => `Begin with ${auditFields}, and a colon`
export const enterTimeSuchAsT12 = 'Enter a time such as 2026-01-31T12:00:00Z'
export const useValueOfPreviousResponse = 'Use the value of the previous response'

// embedded/index.ts
export const embeddedEngineRecordsOwnAudit =
  'The embedded engine records its own audit log and accepts no other records'
export const embeddedEngineRecordsAuditLog =
  'The embedded engine records its audit log automatically. There is nothing to set up.'

// minio/index.ts
export const storageServerCannotBeSet = 'The storage server cannot be set up to send its audit records'

// pages/audit-record.tsx
export const noneOfShownValues = 'None of the shown values has changed.'
export const secretsAreNeverRecorded = 'Secrets are never recorded.'

// pages/audit-set-up.tsx
export const asStorageServerReaches = 'As the storage server reaches it.'
export const enterAddressSuchAsHttps = 'Enter an address such as https://console.example:9090'
export const addsAuditWebhookNamedStowage = (intake: string) =>
  `Adds an audit webhook named "stowage" to the storage server, with its own secret token. The server then sends a record of each API call to ${intake} at this address.`
export const storageServerSendsAuditRecords = 'The storage server sends its audit records here'

// pages/audit.tsx
export const storageServerSendsNoAudit = 'The storage server sends no audit records yet'
export const onceItDoesEveryApi =
  'Once it does, every API call appears here: who made it, on which object, and its result.'
export const thereIsNoInformation = 'There is no information with this criteria'
export const tryAnotherTimeFewerFilters = 'Try another time, fewer filters, or include read-only calls.'
export const tryAnotherTimeOrFewer = 'Try another time or fewer filters.'
export const storageServerSendsNoAuditRecords =
  'The storage server sends no audit records here. Showing actions in this console only.'
export const waitingForFirstRecords = (address: string) =>
  `Waiting for the first records. If none arrive, the storage server cannot reach this console at ${address} or does not trust its certificate.`
export const keptForDaysAtMost = (count: string, size: string) => `kept for ${count} days, ${size} at most`

// pages/errors.tsx
export const linesAppearHereAsStorage = 'Lines appear here as the storage writes them.'
export const containsNoLogLines = (name: string) => `${name} contains no log lines.`
export const fromLiveLogIsPaused = (lines: string, name: string) => `${lines} from ${name}. The live log is paused.`

// pages/line.tsx
export const repeatedSince = (count: number, date: string) => `The same ${count} times since ${date}. `

// pages/sentence.ts
export const tookProfileOfServers = 'took a profile of the servers'
export const takeProfileOfServers = 'take a profile of the servers'

// sections.ts
export const consoleConnectsToWebhook = 'The console connects to the webhook and sends nothing.'
