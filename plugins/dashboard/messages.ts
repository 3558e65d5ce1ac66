// backend/alert-state.ts
export const alertWebhookNotDecrypted =
  'the webhook of alerts cannot be decrypted, because secrets.key is missing or has changed; set it again'
export const savedAlertsDamaged = (copy: string) =>
  `the saved alerts are damaged; starting with default rules and no history. They were copied to ${copy}.json.`
export const tooManyRules = (rules: number) => `The limit of ${rules} rules is reached. Delete one first.`
export const defaultRuleNotDeletable = 'Default rules cannot be deleted. Disable the rule instead.'

// backend/alerts.ts
export const alertChangeNotSaved = 'The change could not be saved'
export const alertsNotSaved = 'alerts could not be saved; they will be lost on a restart'
export const webhookAddressFormat = 'enter an address that begins with http:// or https://'

// backend/capacity-log.ts
export const capacityHistoryUnreadable = 'the capacity history cannot be read; starting a new one'
export const capacityHistoryNotWritten = 'the capacity history could not be written'

// backend/history/ring.ts
export const historyHasLaterFormat = (format: number, latest: number) =>
  `It has format ${format} of a later Stowage, and this one reads formats up to ${latest}`

// backend/metrics-recorder.ts
export const metricsHistoryNotWritten = 'the metrics history could not be written'
export const metricsHistoryInMemory = 'the metrics history cannot be stored on disk; it is kept in memory'

// backend/monitor.ts
export const savedStateUnreadable = 'the saved alerts and capacity history cannot be read; trying again in 20 seconds'

// backend/prometheus.ts
export const prometheusNotReachable = (host: string) => `The Prometheus server at ${host} cannot be reached`
export const prometheusDeniedAccess = (host: string) => `The Prometheus server at ${host} denied access`
export const checkPrometheusCredentials = 'Check CONSOLE_PROMETHEUS_AUTH_TOKEN, or _USERNAME and _PASSWORD'
export const prometheusRequiresSignIn = (host: string) => `The Prometheus server at ${host} requires a sign-in`
export const prometheusRedirects = (location: string) =>
  `It redirects to ${location}. CONSOLE_PROMETHEUS_AUTH_TOKEN, or _USERNAME and _PASSWORD, are sent if set`
export const prometheusRefusedQuery = (host: string) => `The Prometheus server at ${host} refused the query`
export const notPrometheusServer = (host: string) => `${host} is not a Prometheus server`
export const prometheusWithoutMetrics = (host: string, selector: string) =>
  `The Prometheus server at ${host} has no metrics of a storage server with the labels ${selector}`

// backend/source.ts
export const historyOff = 'History is off (CONSOLE_HISTORY=off) and no Prometheus is configured'

// backend/widget-table.ts
export const totalOnlineDisksInMinIO = 'Total online disks in MinIO Cluster'

// alerts/contract.ts
export const durationTooLong = 'Duration: enter at most a week, 604,800 seconds'

// alerts/metrics.ts
export const timeUntilFull = 'Time until the storage is full'
export const deniedOrFailedRequests = 'Denied or failed requests in 4 minutes'
export const cpuCoresInUse = 'CPU cores of a server in use'
export const dataReadAndWritten = 'Data read and written by servers'

// alerts/webhook.ts
export const endpointFormat = 'Endpoint: enter an address that begins with http:// or https://, or nothing'

// config.ts
export const metricsTokenHelp =
  "Bearer token for the storage server's metrics, as printed by `mc admin prometheus generate`."
export const prometheusUrlHelp =
  'Prometheus that scrapes the storage server. Charts then come from it. MinIO engine only.'
export const jobLabelHelp = 'Value of the `job` label.'
export const labelsFormat = 'it must be labels such as cluster="a",site="b"'
export const labelsHelp = 'Further label matchers, such as `cluster="a",site="b"`.'
export const prometheusTokenHelp = 'Bearer token for Prometheus.'
export const prometheusUserHelp = 'User name for Prometheus, instead of a token.'
export const prometheusPasswordHelp = 'Password for that user.'
export const prometheusNeedsMinioServer =
  'CONSOLE_PROMETHEUS_URL needs CONSOLE_MINIO_SERVER: the embedded engine records its own history'
export const consolePrometheusUrl =
  'CONSOLE_PROMETHEUS_URL must not contain a user or a password; set CONSOLE_PROMETHEUS_AUTH_USERNAME and CONSOLE_PROMETHEUS_AUTH_PASSWORD'
export const prometheusUrlMissing = (name: string) =>
  `${name} has no effect without CONSOLE_PROMETHEUS_URL; set both or neither`
export const prometheusUserNeedsPassword =
  'CONSOLE_PROMETHEUS_AUTH_USERNAME and CONSOLE_PROMETHEUS_AUTH_PASSWORD belong together; set both'
export const prometheusTokenOrUser =
  'CONSOLE_PROMETHEUS_AUTH_TOKEN and CONSOLE_PROMETHEUS_AUTH_USERNAME are both set; keep one'

export const grafanaDashboard =
  'Address of a Grafana dashboard. The charts then link to it, with the time range that they show.'

// minio/index.ts
export const checkConsolePrometheusUrl =
  'Check CONSOLE_PROMETHEUS_URL and CONSOLE_PROMETHEUS_JOB_ID, and that Prometheus scrapes the storage server'
export const prometheusHasMetrics = (host: unknown) => `${host} has metrics of the storage`
export const prometheusNotConfigured = 'CONSOLE_PROMETHEUS_URL is not set: the console records its own history'

// minio/erasure-sets.ts
export const erasureSetDrives = (
  pool_index: number,
  set_index: number,
  online: number,
  count: number,
  needed: number,
) => `pool ${pool_index}, set ${set_index} has ${online} of ${count} drives and needs ${needed}`

// minio/samples.ts
export const metricsAccessRefused = 'The storage server refused access to its metrics'
export const grantMetricsAccess =
  'Set CONSOLE_MINIO_METRICS_TOKEN, make the metrics public, or sign in with admin:Prometheus. The console then reads the metrics with that session.'

// pages/alerts.tsx
export const alertsInMemory =
  'Alerts and rules are kept in memory and are lost when the console stops. Set CONSOLE_DATA to store them in a folder.'
export const monitoringNeedsDashboard = (message: string, date: string) =>
  `While the dashboard is closed, the console does not monitor drives, servers and capacity. ${message}, since ${date}.`
export const alertsHelp = 'Alerts appear here when a threshold is crossed.'

// pages/charts/charts.tsx
export const collectionJustStarted = 'Data collection has just started.'
export const collectedByConsoleSince = (since: string, durable: boolean | undefined) =>
  `Collected by this console since ${since}${durable === false ? ', in memory only: lost on restart (set CONSOLE_DATA to store it)' : ''}.`
export const historyFull = (dropped: number) =>
  `${dropped} series are not stored because the history is full. A Prometheus server stores all of them.`

// pages/charts/events.ts
export const storageStarted = 'Storage started'
export const alertEnded = (alert: string) => `Ended: ${alert}`
export const settingsChanged = (titles: string, isReset: boolean, account: string | undefined) =>
  `Settings ${isReset ? 'reset' : 'changed'}${titles ? `: ${titles}` : ''}${account ? `, by ${account}` : ''}`

// pages/charts/event-list.tsx
export const eventsInRange = (count: number) => `${count} ${count === 1 ? 'event' : 'events'} in this time range`

// pages/charts/small-charts.tsx
export const noDataInTimeRange = 'No data in this time range'

// pages/status.tsx
export const stateNotRefreshed = (reason: string) => `The state of the storage could not be loaded again. ${reason}`

// pages/stats.tsx
export const notScannedYet = 'Not scanned yet. The storage scans its buckets every few minutes.'

// pages/first-steps.tsx
export const bucketsHelp = 'Objects are stored in buckets.'
export const createUploadUser = 'Make a user who may upload to one folder'
export const createPolicyFromTemplate = 'Create a policy from a template and assign it to the user.'
export const createUserWithPolicy = (policy: string) => `Create a user with the policy ${policy}.`
export const chooseInBucket = 'Choose one in the bucket, or drop it there.'

// pages/metrics.tsx
export const widgetFailed = 'Widget information could not be retrieved at this time. Please try again'
export const historyOffNotice = 'History is off (CONSOLE_HISTORY=off) and no Prometheus is configured.'

// pages/outlook.tsx
export const outlookNotLoaded = (reason: string) => `Forecast, certificates and clock could not be loaded: ${reason}`
export const fromPaceSoFar = (perDay: string, isShrinking: boolean) =>
  `At the pace so far, ${perDay} ${isShrinking ? 'less ' : ''}a day.`
export const forecastNeedsThreeDays = 'The forecast needs three days of recorded usage.'
export const availableIn = (duration: string) => `It is available in ${duration}.`
export const noUsageRecorded = 'No usage is recorded yet.'
export const recordIsInMemory =
  'The record is in memory and is lost when the console stops; CONSOLE_DATA names a folder for it.'
export const sameUsageStored = 'As much is stored as was before.'
export const inAtDay = (left: string, size: string, span: string) => `in ${left} at ${size} a day, ${span}`

// pages/outlook-by-part.tsx
export const paceNeedsAnHour = 'Needs an hour of recorded sizes'
export const versionsAreNotCounted = 'The storage has not counted the versions of this bucket'

// pages/slope.tsx
export const usageFromTo = (size: string, at: string, size2: string, at2: string, projection: string) =>
  `From ${size} on ${at} to ${size2} on ${at2}${projection}`

// pages/thresholds.tsx
export const durationHelp =
  'How long the value must be beyond the threshold before an alert starts. 0 starts it immediately.'
export const thresholdHelp = (title: string, beyond: string) =>
  `${title}: an alert starts when the value is ${beyond} the threshold.`
export const alertEndpointHelp = 'Receives a POST request when an alert starts and ends. Leave it empty to send none.'
export const signingSecretSet = 'Messages are signed. Leave it empty to keep the current secret.'
export const signingSecretHelp = 'Signs each message in the header X-Stowage-Signature.'
export const ruleNoLongerApplies = (title: string, rule: string) =>
  `"${title}" no longer starts an alert when it is ${rule}. An ongoing alert ends.`

// panel.ts
export const alertWebhookHelp = 'Receives each alert when it starts and ends. Leave it empty to send none.'
export const signingSecretKeepHelp =
  'Signs each message in the header X-Stowage-Signature. Leave it empty to keep the current one.'

// plugin.ts
export const alertSettingsHelp =
  'Thresholds of the built-in alerts and where alerts are sent. Turn single alerts on or off on the dashboard.'

// widgets.ts
export const wholeSecondsRequired = (name: string) => `${name} is a number of whole seconds`
export const stepTooSmall = (most: string) => `step is so small that there would be more than ${most} points`

// toasts
export const alertsAreSentTo = (endpoint: string) =>
  endpoint ? `Alerts are sent to ${endpoint}` : 'Alerts are sent to no webhook'
export const thresholdChanged = (title: string, done: string) => `Threshold "${title}" ${done}`

// pages/latency.tsx
export const callsSinceServersStarted = 'calls since the servers started'
export const durationsOfWholeCalls = 'duration of the whole response'
export const durationsUntilFirstByte = 'duration until the first byte of the response'
export const durationResolution = (resolution: string) => `shorter ones count as ${resolution}`
export const driveIsSlow = (drive: string, mean: string, median: string) =>
  `Drive ${drive} is slow: an operation takes ${mean}, on the other drives ${median}.`
export const bucketsNotMeasured =
  'The storage server reports latency by API and server only. Filter a trace by the path of a bucket instead.'
export const latencyAppearsAfterCalls = 'Latency appears here as soon as clients call the storage.'

// pages/problems.ts
export const startServer = 'Check that the machine runs and can be reached, and start the storage server on it.'
export const waitForServer = 'The server is starting. If this lasts, read its log lines.'
export const waitForHealing = 'Data is being restored onto it. Nothing has to be done.'
export const replaceDrive =
  'Check its cable and whether it is mounted. If it is broken, replace it: the storage then restores its data.'
export const repeatDecommission =
  'The storage servers log why. Start the decommission again. The pool takes no new objects meanwhile.'
export const certificateState = (of: string, days: number) =>
  days < 0 ? `${of} certificate expired` : `${of} certificate expires in ${days} ${days === 1 ? 'day' : 'days'}`
export const renewStorageCertificate = 'Renew it, and put it into the certs folder of every storage server.'
export const renewConsoleCertificate =
  'Renew it, replace public.crt and private.key in the folder that CONSOLE_CERTS_DIR names, and restart the console.'
export const clockDiffers = (difference: string, isFast: boolean) =>
  `Storage clock ${difference} ${isFast ? 'fast' : 'slow'}`
export const synchronizeClocks = 'Synchronize both machines with NTP. Requests are refused above 15 minutes.'
