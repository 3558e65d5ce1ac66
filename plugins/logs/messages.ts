// backend/audit.ts
export const waitingAuditRecords = 'Audit records of the console that wait to be stored.'
export const auditRecordsDisabled = 'Audit records are not stored here'
export const auditRecordsNotStoredRetrying = 'audit records could not be stored; retrying'
export const auditFolderUnreadable = (join: string, message: string) =>
  `The audit records in ${join} cannot be opened: ${message}`
export const auditRecordsUnreadable = 'the audit records cannot be opened'
export const expiredRecordsNotDeleted = 'expired audit records could not be deleted'

// backend/intake.ts
export const setAuditToken = 'Set CONSOLE_AUDIT_TOKEN: without a folder (CONSOLE_DATA) the console cannot store a token'
export const auditRecordsNotAccepted = 'This console does not accept audit records yet'
export const setUpAuditLogsFirst = 'Use Set Up Audit Logs on the Logs page first'
export const auditTokenWrong = 'The token of the audit records is wrong'
export const setUpAuditLogsAgain = 'Set Up Audit Logs again, or compare it with CONSOLE_AUDIT_TOKEN'
export const invalidRecordsDropped = 'some audit records are invalid and were dropped'
export const consoleAddressInvalid =
  "address in body: enter the console's address, such as https://console.example:9090, without a user and a query"
export const anotherConsoleResponds = 'another console responds there, or one with another CONSOLE_AUDIT_TOKEN'
export const requestSentTo = (endpoint: string) => `The request was sent to ${endpoint}`
export const notAddressOfConsole = (status: number) => `it is not the address of this console (status ${status})`

// backend/records
export const recordsDamaged = 'the audit records are damaged: they were moved aside, and a new store was started'
export const recordsHaveLaterFormat = (path: string, format: string, latest: number) =>
  `${path} has records of format ${format}, and this Stowage reads formats up to ${latest}; install the later version again that wrote them`
export const auditDatabaseHasLaterFormat = (format: number, latest: number) =>
  `The audit database has records of format ${format}, and this Stowage reads formats up to ${latest}. Install the later version again that wrote them.`
export const checkConsoleAuditUrl =
  'Check CONSOLE_AUDIT_URL, and that the database allows connections from this machine'
export const auditDatabaseReady = 'PostgreSQL answers'
export const recordsNotStored = 'The audit records could not be stored'
export const recordsArriveFaster = 'Audit records arrive faster than they can be stored'
export const sendRecordsAgain = 'Send them again later'
export const searchTakesTooLong = 'The search takes too long'
export const chooseShorterTimeRange = 'Choose a shorter time range, or narrow the search'
export const databaseReturnedError = 'The audit database returned an error'
export const tooManyRecordsWaiting = 'Too many audit records are waiting to be stored'
export const serviceDoesNotRecordUsers =
  'The log search service does not record users. Remove the filters "User" and "Access Key".'
export const logSearchUnavailable = 'Log Search API not available.'
export const notLogSearchService = 'error retrieving logs: the response is not from a log search service'

// config.ts
export const tokenTooShort = (count: number) => `it needs at least ${count} characters`
export const auditTokenHelp =
  'Token with which a MinIO server sends audit records to `/api/v1/logs/audit`: at least 20 characters. The console does not start with a shorter one.'
export const mustBeDays = 'it must be a number of days, from 1 to 36500'
export const retentionDaysHelp = 'Days after which records are deleted, from 1 to 36500.'
export const mustBeSize = 'it must be a size such as 512MiB, 10GiB or 2TiB, at least 64MiB'
export const retentionSizeHelp = 'Size beyond which the oldest records are deleted, at least `64MiB`.'
export const mustBePostgresAddress =
  'it must be the address of a PostgreSQL database, such as postgres://user:password@host:5432/name'
export const auditUrlHelp =
  'PostgreSQL database for the records, instead of the data folder: `postgres://user:password@host/name`.'
export const logQueryUrlHelp = 'Existing log search service to query instead. MinIO engine only.'
export const logQueryTokenHelp = 'Token for that service. `LOGSEARCH_QUERY_AUTH_TOKEN` works as well.'
export const formerLogQueryTokenHelp = 'Former name of `CONSOLE_LOG_QUERY_AUTH_TOKEN`.'
export const logQueryUrlNeedsServer =
  'CONSOLE_LOG_QUERY_URL needs CONSOLE_MINIO_SERVER: the embedded engine stores its audit records itself'
export const logQueryUrlNeedsToken = 'CONSOLE_LOG_QUERY_URL also needs CONSOLE_LOG_QUERY_AUTH_TOKEN'
export const logQueryUrlHasCredentials =
  'CONSOLE_LOG_QUERY_URL must not contain a user, a password or a query; set the token in CONSOLE_LOG_QUERY_AUTH_TOKEN'

// contract.ts
export const filterFormat = (auditFields: string) => `Begin with ${auditFields}, and a colon`
export const timeFormat = 'Enter a time such as 2026-01-31T12:00:00Z'
export const cursorInvalid = 'Use the value of the previous response'

// embedded/index.ts
export const embeddedAcceptsNoRecords = 'The embedded engine records its own audit log and accepts no other records'
export const embeddedRecordsAutomatically =
  'The embedded engine records its audit log automatically. There is nothing to set up.'

// minio/index.ts
export const auditWebhookNotSettable = 'The storage server cannot be set up to send its audit records'

// pages/audit-record.tsx
export const noShownValueChanged = 'None of the shown values has changed.'
export const secretsNotRecorded = 'Secrets are never recorded.'

// pages/audit-set-up.tsx
export const consoleAddressHelp = 'As the storage server reaches it.'
export const consoleAddressFormat = 'Enter an address such as https://console.example:9090'
export const setUpAuditLogsHelp = (intake: string) =>
  `Adds an audit webhook named "stowage" to the storage server, with its own secret token. The server then sends a record of each API call to ${intake} at this address.`
export const auditRecordsArrive = 'The storage server sends its audit records here'

// pages/audit.tsx
export const noAuditRecordsYet = 'The storage server sends no audit records yet'
export const auditLogHelp = 'Once it does, every API call appears here: who made it, on which object, and its result.'
export const noMatchingRecords = 'There is no information with this criteria'
export const widenSearchWithReads = 'Try another time, fewer filters, or include read-only calls.'
export const widenSearch = 'Try another time or fewer filters.'
export const onlyConsoleActionsShown =
  'The storage server sends no audit records here. Showing actions in this console only.'
export const waitingForFirstRecords = (address: string) =>
  `Waiting for the first records. If none arrive, the storage server cannot reach this console at ${address} or does not trust its certificate.`
export const onlyFirstRecordsExported = (count: string) =>
  `Only the first ${count} records were exported. Choose a shorter time range to export the others.`
export const retentionSummary = (count: string, size: string) => `stored for ${count} days, ${size} at most`

// pages/errors.tsx
export const errorLogHelp = 'Lines appear here as the storage writes them.'
export const fileWithoutLogLines = (name: string) => `${name} contains no log lines.`
export const liveLogStopped = (reason: string | undefined) =>
  reason === undefined ? 'The live log has stopped.' : `The live log has stopped. ${reason}.`
export const linesFromFile = (lines: string, name: string) => `${lines} from ${name}. The live log is paused.`

// pages/line.tsx
export const repeatedSince = (count: number, date: string) => `The same ${count} times since ${date}. `

// pages/sentence.ts
export const tookProfileOfServers = 'took a profile of the servers'
export const takeProfileOfServers = 'take a profile of the servers'

// sections.ts
export const webhookTestHelp = 'The console connects to the webhook and sends nothing.'
