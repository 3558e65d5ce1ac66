// access-log.ts
export const accessLogNotWritable = (file: string, message: string) =>
  `CONSOLE_ACCESS_LOG_PATH names "${file}", which cannot be written (${message})`
export const accessLogFails = 'The access log cannot be written, and lines may be lost'
export const accessLogDropped = 'Lines of the access log were dropped, because it could not be written'

// adapters.ts
export const pluginWithoutAdapter = 'plugin has no adapter for this engine and is off'
export const pluginNotOpened = 'plugin failed to open and is off'
export const adapterWithoutDefault = (engine: string) =>
  `${engine}/index.ts exports no function by default, which creates the port`

// assert-port-free.ts, tenant-ports.ts
export const portInUse = (port: number, host: string) =>
  `Port ${port} of ${host} is in use; choose another with --port or CONSOLE_PORT`
export const portNotPermitted = (port: number) =>
  `This account may not listen on port ${port}; choose one above 1023 with --port or CONSOLE_PORT`
export const addressNotLocal = (host: string) =>
  `${host} is not an address of this machine; choose another with --host or CONSOLE_HOSTNAME`

// branding.ts
export const brandColorInvalid = (variable: string, value: string) =>
  `${variable} is "${value}", but it must be a color such as #102a5c`
export const brandColorTooLight = (variable: string, value: string, contrast: string, least: number) =>
  `${variable} is "${value}", on which light texts have a contrast of ${contrast}; choose a darker color, with at least ${least}`
export const brandTextInvalid = (variable: string, limit: number) =>
  `${variable} must be one line of at most ${limit} characters`
export const brandLinkInvalid = (variable: string, value: string) =>
  `${variable} is "${value}", but it must be an http, https or mailto address`
export const logoTypeInvalid = (variable: string, file: string) =>
  `${variable} names "${file}", but a logo is an SVG, PNG or WebP file`
export const fileUnreadable = (variable: string, file: string, code: string | undefined) =>
  `${variable} names "${file}", which cannot be read (${code})`
export const logoTooLarge = (variable: string, file: string, limit: number) =>
  `${variable} names "${file}", which has more than ${limit} KiB`

// call-context.ts
export const feedCannotSignIn = 'A feed cannot sign users in, because it has no response that could set a cookie'

// certificates.ts
export const certsFolderMissing = (folder: string) =>
  `CONSOLE_CERTS_DIR or --certs-dir names "${folder}", which is not a folder`
export const certificateMissing = (folder: string) => `${folder} has private.key, but no public.crt`
export const privateKeyMissing = (folder: string) => `${folder} has public.crt, but no private.key`
export const certificateKeyMismatch = (folder: string, message: string) =>
  `${folder} does not contain a certificate (public.crt) with its key (private.key): ${message}`
export const keyOfOtherCertificate = 'the key belongs to another certificate'
export const noCertificateIn = (path: string) => `${path} contains no certificate in PEM format`
export const noPrivateKeyIn = (path: string) => `${path} contains no private key in PEM format`
export const privateKeyEncrypted = (path: string) =>
  `${path} has a passphrase, which is not supported; store the key without one, for instance with "openssl pkey"`
export const certificateUnreadable = (path: string) => `${path} contains a certificate that cannot be read`

// cluster.ts
export const kubeconfigInvalid = (path: string, message: string | undefined) =>
  `KUBECONFIG names "${path}", which is not a valid kubeconfig: ${message}`
export const kubeconfigMissing = (path: string) => `KUBECONFIG names "${path}", which does not exist`
export const kubeconfigWithoutContext = (path: string) =>
  `KUBECONFIG "${path}" has no current-context; choose one with "kubectl config use-context"`
export const kubeconfigWithoutCluster = (path: string, context: string) =>
  `KUBECONFIG "${path}" has no cluster for its context "${context}"`
export const kubeconfigInsecure = (cluster: string) =>
  `KUBECONFIG: cluster "${cluster}" trusts any certificate (insecure-skip-tls-verify); name its authority instead`
export const kubeconfigAuthorityEmpty = (cluster: string) =>
  `KUBECONFIG: the certificate authority of cluster "${cluster}" contains no certificate`
export const clusterRequired =
  'CONSOLE_OPERATOR_MODE=on needs a cluster: set CONSOLE_KUBE_SERVER or KUBECONFIG, or run the console in a pod of the cluster'

// commands.ts
export const checkedBySizeOnly = (versions: string) =>
  `${versions} could only be checked by size: they were stored before Stowage had checksums`
export const notDecryptedInCheck = (versions: string, withoutKey: boolean) =>
  `${versions} could not be decrypted, because encryption.key is not in the folder${withoutKey ? '' : '; use --without-key to check a backup without it'}`
export const orphanedBlobs = (files: string) =>
  `${files} in blobs/ belong to no object: "stowage check --accept" moves them to lost/`
export const checkSummary = (folder: string, buckets: string, versions: string, bytes: string, problems: string) =>
  `${folder}: ${buckets}, ${versions} and ${bytes} read, ${problems}`
export const backupFolderRequired = 'Name the folder for the backup: stowage backup <folder>'
export const backupDone = (folder: string, files: string) =>
  `${folder}: a complete data folder with ${files}; to restore it, copy it and start Stowage with --data`
export const keysNotInBackup = (keys: string) =>
  `Not in the backup: ${keys}. Store copies separately, or what they encrypt cannot be read (--with-key includes them)`
export const accessKeyEmpty = '--access-key is empty; name the access key, or leave out both flags of the key pair'

// compat/base64-query.ts
export const queryNotBase64 = (field: string) => `${field} in query: send it as base64, or with encoding=plain`

// config-storage.ts
export const rootUserMissing = (prefix: string) => `${prefix}_ROOT_PASSWORD is set, but ${prefix}_ROOT_USER is not`
export const rootPasswordMissing = (prefix: string) => `${prefix}_ROOT_USER is set, but ${prefix}_ROOT_PASSWORD is not`
export const rootUserInvalid = (prefix: string) =>
  `${prefix}_ROOT_USER needs at least 3 characters, without "=", "," or surrounding spaces`
export const rootCredentialTooLong = (prefix: string, name: string, limit: number) =>
  `${prefix}_ROOT_${name} is longer than ${limit} bytes, the limit of the sign-in form`
export const twoIdpCallbacks = 'CONSOLE_IDP_CALLBACK and CONSOLE_IDP_CALLBACK_DYNAMIC are both set; keep one'
export const operatorModeConflicts = (variable: string) =>
  `CONSOLE_OPERATOR_MODE and ${variable} are both set: a console manages a cluster or a storage server; keep one`
export const s3ServerConflicts = (variable: string) => `CONSOLE_S3_SERVER and ${variable} are both set; keep one`
export const minioServerRequired = (variable: string) =>
  `${variable} needs CONSOLE_MINIO_SERVER: S3 alone has no sign-in through other servers`
export const idpUrlMissing = (variable: string) =>
  `${variable} is set, but CONSOLE_IDP_URL is not; set up single sign-on, or remove it`
export const idpNeedsMinioServer =
  'CONSOLE_IDP_URL needs CONSOLE_MINIO_SERVER: the embedded engine has no single sign-on'
export const ldapNeedsMinioServer = 'CONSOLE_LDAP_ENABLED needs CONSOLE_MINIO_SERVER: the embedded engine has no LDAP'

// config-traces.ts
export const otlpProtocolUnsupported = (protocol: string) =>
  `OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}", but traces are exported over HTTP; unset it`
export const otlpEndpointInvalid = (address: string) =>
  `OTEL_EXPORTER_OTLP_ENDPOINT is "${address}", but it must be an http or https address`
export const otlpEndpointHasCredentials =
  'OTEL_EXPORTER_OTLP_ENDPOINT must not contain a user or a password; set OTEL_EXPORTER_OTLP_HEADERS instead'
export const otlpHeadersInvalid = 'OTEL_EXPORTER_OTLP_HEADERS must be a list of headers such as api-key=abc,tenant=a'

// config.ts
export const folderMissing = (variable: string, folder: string) =>
  `${variable} names "${folder}", which is not a folder`
export const fileMissing = (variable: string, file: string) => `${variable} names "${file}", which does not exist`
export const fileWithoutCertificate = (variable: string, file: string) =>
  `${variable} names "${file}", which contains no certificate`
export const authorityIgnored = (file: string) => `${file} is ignored, because it contains no certificate in PEM format`
export const accessLogPathWithoutAccessLog = 'CONSOLE_ACCESS_LOG_PATH is set, but CONSOLE_ACCESS_LOG is not'
export const pbkdfSaltWithoutPassphrase = 'CONSOLE_PBKDF_SALT is set, but CONSOLE_PBKDF_PASSPHRASE is not'

export const twoTenantAddresses = 'CONSOLE_TENANT_URL and CONSOLE_TENANT_PORTS are both set; keep one'
export const tenantPortsNeedFolder =
  'CONSOLE_TENANT_PORTS also needs CONSOLE_DATA, the folder where the port of each tenant is stored'
export const tenantPortsIncludeOwn = (port: number) =>
  `CONSOLE_TENANT_PORTS includes port ${port}, on which the console itself listens; choose others`
export const tenantPortsOnOwnHost = (host: string) =>
  `CONSOLE_TENANT_PORTS has the host name of the console, ${host}; choose another name of this machine, because browsers share cookies between ports`

// demo-consoles.ts
export const tenantConsoleDidNotStop = 'a console of a tenant did not stop'

// detect-storage.ts
export const noAdminApi = (unused: string) =>
  `The storage server has no MinIO admin API: this console manages buckets and objects, and users as far as the server allows it${unused}. Set CONSOLE_S3_SERVER to skip this check.`

// dist.ts
export const buildMissing = (folder: string) => `There is no build in ${folder}; run "npm run build"`

// doctor/diagnose-servers.ts
export const severalServersGuide = 'docs/several-servers.md describes the list of servers'
export const chooseServerForKeys = 'say with --server which server the keys belong to'

// doctor/doctor.ts
export const ownCertificateExpired = (date: string) => `The certificate of the console expired on ${date}`
export const ownCertificateExpires = (date: string) => `The certificate of the console expires on ${date}`
export const renewOwnCertificate = 'Replace public.crt and private.key, and restart the console'
export const chooseOtherFolder = 'Choose another folder with --data, or change its owner'
export const freeSpace = 'Free some space: uploads fail when the disk is full'
export const encryptionKeyRight = 'It is the key that the data is encrypted with'
export const restoreEncryptionKey =
  'Put encryption.key of the same data back, and restart the console; without it encrypted objects cannot be read'
export const idpUrlIsDiscoveryAddress =
  'CONSOLE_IDP_URL is the discovery address of the provider, ending in /.well-known/openid-configuration'
export const onlyPublicTargets = 'CONSOLE_ALLOWED_TARGETS is not set: only public addresses are allowed'
export const chooseStorage = 'Check the address, or set CONSOLE_S3_SERVER if this is no MinIO'
export const correctSetting = 'Correct it, or remove it'
export const keysNotUsed = 'Only storage servers accept a key pair, and this engine has none'
export const pluginOffGuide = 'Correct this, or leave the plugin out'
export const operatorModeGuide = 'docs/operator-mode.md explains how the cluster is found'
export const unexpectedProblem = (message: string) => `Unexpected error: ${message}`
export const reportDefect = 'Unless the message names the cause, report this as a defect of Stowage'

export const stopConsoleOrChoosePorts =
  'Change CONSOLE_TENANT_PORTS, unless the console runs already and has opened them'

// doctor/reach.ts
export const hostMissing = (host: string, code: string | undefined) => `There is no host ${host} (${code})`
export const correctHostName = 'Correct the host name, or the DNS server of this machine'
export const portOpen = (host: string, port: number) => `${host} accepts connections on port ${port}`
export const portClosed = (host: string, port: number, reason: string) =>
  `${host} accepts no connection on port ${port} (${reason})`
export const startServerOrOpenPort = 'Start the server, correct the port, or open the port in the firewall'
export const hostOfCertificateRequired = 'Use a host name that the certificate contains'
export const renewCertificate = 'Renew the certificate of the server'
export const trustAuthority = (variable: string) =>
  `Let ${variable} name a PEM file with the authority that signed the certificate`
export const certificateUntrusted = (host: string, names: string, code: string) =>
  `The certificate of ${host} (${names}) is not trusted: ${code}`
export const certificateExpires = (host: string, date: string) => `The certificate of ${host} expires on ${date}`
export const certificateTrusted = (host: string, date: string) =>
  `The certificate of ${host} is trusted and expires on ${date}`
export const notTls = (host: string, reason: string) => `${host} does not speak TLS (${reason})`
export const httpOrTlsAdvice = 'Use http:// in the address, or set up TLS on the server'

// doctor/s3-server.ts
export const checkKeyPair = 'Check the access key and the secret key'

// doctor/storage-server.ts
export const noHttpResponse = (host: string) => `${host} does not answer with HTTP`
export const noDateHeader = (host: string) => `${host} does not send its time`
export const clockSkew = (host: string, seconds: string, direction: string) =>
  `The clock of ${host} is ${seconds} ${direction}`
export const synchronizeClocks = 'Synchronize the clocks of both machines'
export const regionDiffers = (host: string, region: string, configured: string) =>
  `${host} is in ${region}, not in ${configured}`
export const setRegion = (region: string) => `Set CONSOLE_MINIO_REGION=${region}, or unset it`
export const keyPairBelongsTo = (account: string) => `The key pair belongs to ${account}`

// environment.ts
export const fileEmpty = (variable: string, file: string) => `${variable} names "${file}", which is empty`
export const signInStateInCookie = 'the state of a sign-in is in an encrypted cookie'
export const ssoLinkTextFixed = 'the link always says "Login with SSO"'
export const contentSniffingOff = 'content type sniffing is always off'
export const cspDoesMore = 'the content security policy does more'
export const kubernetesServiceVariable = (variable: string, value: string | undefined) =>
  `${variable} is "${value}", as Kubernetes sets it for a Service, and is ignored`
export const variableHasNoEffect = (variable: string, reason: string | undefined) =>
  `${variable} has no effect here: ${reason}`
export const variableUnknown = (variable: string, suggestion: string) =>
  `${variable} is unknown and has no effect${suggestion}`
export const variableAndFile = (variable: string) => `${variable} and ${variable}_FILE are both set; keep one`

// errors.ts
export const bodyLengthMismatch = 'the body is shorter or longer than its Content-Length'
export const bodyTooLarge = (limit: number) => `the body is larger than ${limit} KiB`
export const unexpectedError = 'an error occurred, please try again'
export const notHttpRequest = 'this is not a valid HTTP request'
export const methodNotAllowed = (method: string, allowed: string) =>
  `method ${method} is not allowed, but [${allowed}] are`

// events.ts
export const feedFromOtherSite = 'this feed was requested by another site'

// export-limit.ts
export const tooManyExports = (limit: number) => `this session has ${limit} exports running`
export const startExportAgain = 'Start it again when one of them has ended'

// flags.ts
export const didYouMeanFlag = (flag: string) => `did you mean ${flag}?`
export const notFlag = (argument: string | undefined) => `"${argument}" is not a flag; see --help`
export const flagNeedsValue = (flag: string) => `${flag} needs a value; see --help`
export const usage = `stowage [flags]                 starts the console
stowage doctor [flags]          checks the configuration, and everything from the address of the storage to its admin API
stowage check [flags]           reads a stopped data folder and lists what is damaged
stowage backup <folder> [flags] copies the data folder of a console, which may be running
stowage openapi [flags]         prints the calls of the HTTP API as an OpenAPI document
stowage plugin add <folder or archive> | list | remove <id>  [flags]
                                changes the added plugins (CONSOLE_PLUGIN_DIR), from the next start on

Flags (each has an environment variable):
  --port <number>       port to listen on (CONSOLE_PORT; default 9090)
  --host <address>      address to listen on (CONSOLE_HOSTNAME; default 127.0.0.1)
  --data <folder>       data folder (CONSOLE_DATA; default ./data)
  --certs-dir <folder>  public.crt and private.key for TLS, CAs/ for trusted authorities (CONSOLE_CERTS_DIR)
  --help, --version

Flags of doctor:
  --data, --certs-dir
  --access-key <name>, --secret-key-file <file>  key pair to test; "-" reads the secret key from standard input
  --json                                         prints the results as JSON
  --server <name>       only this server of CONSOLE_SERVERS

Flags of check:
  --data
  --accept              moves files that belong to no object to lost/
  --without-key         accepts that a backup does not contain encryption.key

Flags of openapi:
  --data, --certs-dir
  --server <name>       server of CONSOLE_SERVERS (default: the first)

Flags of plugin:
  --data

Flags of backup:
  --data
  --with-key            also copies encryption.key and secrets.key

CONSOLE_MINIO_SERVER=https://… connects to a server with the MinIO admin API. CONSOLE_OPERATOR_MODE=on manages the
tenants of a Kubernetes cluster, CONSOLE_OPERATOR_MODE=demo those of a simulated one. docs/configuration.md describes
all variables.`

// guard.ts
export const originRefused = (method: string) =>
  `a ${method} was refused because its origin is not this console. Behind a proxy, pass the host on (nginx: proxy_set_header Host $http_host) and set CONSOLE_TRUSTED_PROXY`
export const requestFromOtherSite = (method: string) => `this ${method} came from another site`
export const checkHostHeader = 'If it did not, the proxy in front of the console does not pass on the Host header'
export const sendOrigin = 'send an Origin header, or content-type: application/json'

// installed-plugins.ts
export const pluginIdFormat = 'The id consists of lower-case words joined by "-"'
export const stowageRangeInvalid = (range: string) =>
  `peerDependencies.stowage of its package.json is not a range: "${range}"`
export const stowageVersionMismatch = (range: string, version: string) =>
  `It needs Stowage ${range}, and this is ${version}`
export const serverIdDiffers = (id: string | undefined, expected: string) =>
  `server.ts exports the id "${id}" instead of "${expected}"`
export const folderNameDiffers = (id: string, folder: string) =>
  `Its id is "${id}", and its folder is named "${folder}"`
export const pluginTurnedOff = 'It is turned off by CONSOLE_PLUGINS or CONSOLE_PLUGINS_DISABLED'
export const pluginsUnreadable = (folder: string, message: string) =>
  `The plugins in ${folder} cannot be read: ${message}`
export const pluginNotInLock = (lock: string) => `It is not in ${lock}; add it with "stowage plugin add"`

// instance.ts
export const fastifySchemaUnsupported = 'Fastify received a schema, but contracts bring their own'

// log.ts
export const logFails = (message: string) => `The log cannot be written, and lines may be lost: ${message}`
export const logDropped = 'Lines of the log were dropped, because it could not be written'

// open-storage.ts
export const rootAccountCreated = (user: string, password: string) =>
  `
  The root account of this storage, shown only now:

    User      ${user}
    Password  ${password}
`
export const demonstrationStarted = (tokens: string) => `This is a demonstration. Sign in with the token ${tokens}`

// open-console.ts
export const pluginOff = (id: string, problem: string) => `plugin "${id}" is off: ${problem}`

// openapi/document.ts
export const anyAccountMayCall = 'Any signed-in account may call it.'
export const changesSomething = 'Changes something, and is recorded in the audit log.'
export const revealsSecrets = 'Reveals secrets or grants access, and is recorded in the audit log.'
export const uploadPartsFormat = 'Each part is a file. Its name is its size in bytes, its filename is the key.'
export const responseLimits = (size: string, values: string) => `At most ${size} and ${values}.`
export const serverSentEvents = 'Server-sent events; each has a message as JSON'
export const liveFeed = 'A live feed: open a WebSocket, or accept `text/event-stream`.'
export const apiDescription = 'All calls of this console and its plugins.'
export const apiLimits = 'Every text and list of a request has a limit; `maxLength` counts bytes of UTF-8.'
export const apiUnknownFields =
  'Unknown fields of a body are refused, and `null` means that an optional field is absent.'
export const apiHead = 'Each `GET` call also answers `HEAD`.'
export const apiOrigin =
  'Calls without a body that change something need an `Origin` header, or `Content-Type: application/json`.'
export const apiSignIn = 'Sign in with `POST /api/v1/login`, and send the cookies of the response.'
export const sessionCookie = 'The session cookie of the sign-in. The name has a suffix that differs between consoles.'

// parse.ts
export const fieldTypeInvalid = (field: string, type: string) => `${field} must be of type ${type}`
export const fieldUnknown = (field: string) => `${field} in body: this field does not exist`
export const bodyHasUnknownField = 'the body has a field that this call does not have'
export const bodyNotJson = 'the body is not valid JSON'
export const bodyTooDeep = (limit: number) => `the body is nested more than ${limit} deep`
export const bodyHasTooManyValues = (limit: number) => `the body has more than ${limit} values`
export const bodyNotUnicode = 'the body contains text that is not valid Unicode'

// plugin-archive.ts
export const archiveEntryNotFile = (path: string) => `The archive contains "${path}", which is not a file`
export const archivePathOutside = (path: string) => `The archive contains the path "${path}", which leads outside of it`
export const archiveHasTooManyFiles = (limit: number) => `The archive has more than ${limit} files`
export const archiveTooLarge = (path: string, limit: number) => `${path} is larger than ${limit} MiB`
export const archiveWithoutPlugin = (path: string) =>
  `${path} contains no built plugin (manifest.json); run "stowage-plugin build" first`

// plugin-choice.ts
export const didYouMeanPlugin = (id: string | undefined) => `did you mean "${id}"?`

// plugin-command.ts
export const notBuiltPlugin = (path: string) => `${path} is no built plugin; run "stowage-plugin build" first`
export const pluginIdBuiltIn = (id: string) =>
  `"${id}" cannot be added: it is the id of a built-in plugin; choose another id`
export const pluginFileMissing = (id: string, file: string) => `"${id}" cannot be added: its file ${file} is missing`
export const pluginBrowserInvalid = (id: string, message: string) =>
  `"${id}" cannot be added: its browser half is not valid: ${message}`
export const pluginAdded = (id: string, version: string) => `Added "${id}" ${version}. Restart the console to load it.`
export const noPluginsAdded = (folder: string) => `No plugins were added to ${folder}`
export const pluginNotAdded = (id: string, folder: string) => `There is no added plugin "${id}" in ${folder}`
export const pluginRemoved = (id: string) => `Removed "${id}". Restart the console to unload it.`
export const pluginUsage =
  'Use: stowage plugin add <folder or archive>, stowage plugin list, stowage plugin remove <id>'
export const pluginIdInvalid = (id: string) => `"${id}" is not the id of a plugin`

// plugin-config.ts
export const variableNameInvalid = (plugin: string, variable: string) =>
  `Plugin "${plugin}": "${variable}" is not the name of a variable such as CONSOLE_HISTORY.`
export const variableOfConsole = (plugin: string, variable: string) =>
  `Plugin "${plugin}": the variable ${variable} belongs to the console.`
export const variableDeclaredTwice = (owner: string, plugin: string, variable: string) =>
  `Plugins "${owner}" and "${plugin}": the variable ${variable} is declared twice.`
export const variableOfInactivePlugin = (variable: string, plugin: string, problem: string | undefined) =>
  `${variable} has no effect, because the plugin "${plugin}" is off: ${problem}`

// plugin-lock.ts
export const pluginLockUnreadable = (path: string, message: string) =>
  `${path} cannot be read (${message}); delete it and add the plugins again`
export const notFileOrFolder = (path: string) => `${path} is neither a file nor a folder`
export const pluginHasTooManyFiles = (limit: number) => `It has more than ${limit} files`
export const pluginTooLarge = (limit: number) => `It is larger than ${limit} MiB`
export const pluginFileGone = (file: string) => `Its file ${file} is missing; add the plugin again`
export const pluginFileNew = (file: string) => `Its file ${file} was not part of it when it was added`
export const pluginFileChanged = (file: string) => `Its file ${file} was changed since it was added`

// plugin-modules.ts
export const moduleUnknown = (name: string) => `"${name}" is not a module that the console provides`
export const moduleNotOnEngine = (name: string) => `"${name}" is not provided on this engine`

// plugins.ts
export const pluginIdNotUnique = (id: string, count: number) =>
  `Plugin "${id}": ${count} plugins have this id; give each its own.`
export const callNotUnique = (plugins: string, call: string, count: number) =>
  `Plugins ${plugins}: ${call} is declared ${count} times.`
export const pageNotUnique = (plugins: string, page: string, count: number) =>
  `Plugins ${plugins}: page "${page}" is declared ${count} times.`
export const configSectionNotUnique = (plugins: string, section: string, count: number) =>
  `Plugins ${plugins}: the configuration section "${section}" is declared ${count} times.`
export const pageActionInvalid = (plugin: string, page: string, action: string, problem: string) =>
  `Plugin "${plugin}": page "${page}" needs "${action}", which is ${problem}.`
export const pageNeedsTooMuch = (plugin: string, page: string, actions: string) =>
  `Plugin "${plugin}": page "${page}" needs ${actions}, more than any one call; name what its first call allows.`
export const callActionInvalid = (plugin: string, call: string, action: string, problem: string) =>
  `Plugin "${plugin}": call "${call}" allows "${action}", which is ${problem}.`
export const callPathInvalid = (plugin: string, call: string, path: string) =>
  `Plugin "${plugin}": "${call}" has the path "${path}"; calls begin with /api/v1/, feeds with /ws/.`
export const callHasNoHandler = (plugin: string, call: string) =>
  `Plugin "${plugin}": call "${call}" has no handler in server.ts.`
export const pageNotInContract = (page: string) => `Page "${page}" is not among the pages of contract.ts.`
export const pageNeedsServer = (page: string) =>
  `Page "${page}" needs a server.ts, which exports the pages of contract.ts.`
export const storageNotSupported = 'It does not support this storage'
export const requiredPluginOff = (id: string) => `It requires the plugin "${id}", which is off`
export const anotherPluginWithId = (id: string) => `There is another plugin "${id}".`
export const routeOfAnotherPlugin = (path: string) => `The route "${path}" belongs to another plugin.`

// proxied-consoles.ts
export const proxySessionEnded = 'The session has ended: sign in to the console and open this page again'
export const redirectToOtherSite = 'to in body: this leads to another site'
export const namePageOfOtherConsole = 'Name a page of the other console'
export const tenantConsolesNeedAddress = 'Tenant consoles need a separate address'
export const setTenantUrl =
  'Ask an administrator to set CONSOLE_TENANT_URL to a wildcard address that leads to this console, such as https://*.tenants.example.com, or CONSOLE_TENANT_PORTS to another host name with a range of ports'
export const hostOfTenantConsoles = (host: string) =>
  `${host} shows consoles of tenants only: open this console at its own host name`
export const noConsoleAtAddress = 'There is no console at this address'
export const openFromConsoleAgain = 'Open this page from the console again'
export const tenantConsoleHasNoPage = 'The console of this tenant has no such page'

// proxy-app.ts
export const callFromOtherSite = 'this call came from another site'
export const callWithoutSite = 'this call does not say which site it came from'
export const updateBrowser = 'Consoles of tenants need a browser that sends Sec-Fetch-Site; update it'
export const serviceWorkersRefused = 'consoles of tenants cannot register service workers'
export const tenantConsoleNotAnswering = 'The console of the tenant does not answer'

// proxy-headers.ts
export const tenantConsoleRedirects = 'The console of the tenant redirects to another site'
export const redirectsStayInTenant = 'Redirects must stay within the tenant'
export const tenantConsoleNotHttp = 'The console of the tenant does not speak HTTP'

// proxy-sessions.ts
export const tenantRefusedRoot = 'The console of the tenant refused its root account'

// query.ts
export const queryEncodingInvalid = 'the query has an invalid percent-encoding'
export const queryHasTooManyValues = (limit: number) => `the query has more than ${limit} values`

// reload.ts
export const newBuildUnreadable = 'the new build cannot be read'

// routes.ts
export const addressHasEmptyName = 'the address has an empty name'

// server-dispatch.ts
export const noServerAtAddress = 'there is no server at this address'

// server-tickets.ts
export const otherSessionEnded = (server: string) => `The session at ${server} has ended`
export const signInThere = 'Sign in there and try again'
export const ticketInvalid = 'server_token in body: this is no ticket'

// servers.ts
export const serverNameFormat = 'use up to 32 lower-case letters, digits and hyphens'
export const serverNameHelp = 'Name in addresses and on screen: up to 32 lower-case letters, digits and hyphens.'
export const serverAddressHelp = 'Address of the server: scheme, host and port.'
export const serverRegionHelp = 'Region of the server, as a first guess.'
export const serverStyleHelp =
  'Where buckets are in addresses: `path` (default) or `virtual-host`. Only for the kind `s3`.'
export const serverCaHelp = 'PEM file of further certificate authorities to trust for this server.'
export const serverShareUrlHelp = 'Public address to use in share links, like `CONSOLE_SHARE_URL`.'
export const serverSsoHelp =
  'Single sign-on at this server: `url`, `client_id`, `secret`, `callback`, `scopes`, `role_arn` and `local_login`, like `CONSOLE_IDP_*`. Without `callback` people return to the address at which they opened the console.'
export const variableOfWholeConsole = 'this variable applies to the whole console'
export const serverVariablesHelp = (variables: string) =>
  `Other variables for this server: those of plugins, such as \`CONSOLE_PROMETHEUS_URL\`, and ${variables}.`
export const serverEntryInvalid = (entry: string) => `"${entry}" is not of the form name=https://host:port`
export const serverFieldUnknown = 'this field does not exist'
export const serverFieldMissing = 'this field is missing'
export const serverFieldTypeInvalid = (type: string) => `it must be of type ${type}`
export const tooManyServers = (limit: number) => `name at most ${limit} servers`
export const serverNameNotUnique = (name: string) => `two servers have the name "${name}"`
export const serverStyleNeedsS3 = (name: string) => `server "${name}": style needs the kind s3`
export const serversConflict = (variable: string, instead: string) =>
  `CONSOLE_SERVERS and ${variable} are both set: ${instead}`
export const operatorModeConflictsWithServers = 'CONSOLE_OPERATOR_MODE and CONSOLE_SERVERS are both set; keep one'

// session-activity.ts
export const tooManyFeeds = (limit: number) => `this session has ${limit} live feeds open, close some of them`

// session.ts
export const engineDidNotEndSession = 'the engine did not end the session'
export const idpNotReachable = 'the identity provider cannot be reached'
export const idpNotContacted = 'unable to contact configured identity provider'
export const signInFormOff = 'sign in with SSO, the form is off here'
export const signInWithPassword = 'this console manages a storage server, sign in with a user name and password'
export const ssoNotSetUp = 'single sign-on is not set up here'
export const signInNotStartedHere = 'This browser did not start this sign-in, or started it more than 10 minutes ago'

// sockets.ts
export const callIsFeed = 'this is a feed: open a WebSocket, or accept text/event-stream'

// sso.ts
export const idpResponseTooLarge = (host: string) => `The response of the identity provider at ${host} is too large`
export const largerThanBytes = (limit: number) => `It is larger than ${limit} bytes`
export const idpNotAnswering = 'The identity provider does not answer'

// stop-on-signal.ts
export const consoleDidNotStop = 'the console did not stop cleanly'

// port-origins.ts, tenant-ports.ts
export const tenantPortInUse = (port: number, host: string) =>
  `Port ${port} of ${host} is in use; choose other CONSOLE_TENANT_PORTS`
export const tenantPortNotPermitted = (port: number) =>
  `This account may not listen on port ${port}; choose CONSOLE_TENANT_PORTS above 1023`
export const tenantPortsFileInvalid = (file: string) =>
  `${file} cannot be read. It says which port belongs to which tenant: restore it from a backup`
export const tenantPortsFileNotWritten = 'The port of the tenant could not be stored'
export const allTenantPortsAssigned = (count: number) => `All ${count} ports for consoles belong to other tenants`
export const extendTenantPorts = 'Ask an administrator to extend CONSOLE_TENANT_PORTS and to restart the console'
export const useTenantPortAddress = (address: string) =>
  `This port shows the console of a tenant, at ${address}. A proxy has to pass on the Host header with its port.`

// throttle.ts
export const tooManyAttempts = 'too many failed attempts, please try again later'

// unexpected-errors.ts
export const unhandledRejection = 'a promise was rejected and no code handled it'
export const uncaughtException = 'an exception was not caught, and the console stops'

// upload.ts
export const uploadNotMultipart = 'the upload is not a valid multipart form'
export const boundaryMissing = 'The content type has no boundary'
export const partNameNotUtf8 = (field: string) => `The ${field} of a part is not valid UTF-8`
export const partHeadersTooLarge = (limit: number) => `The headers of a part are larger than ${limit} KiB`
export const partNameMustBeSize = "a part's name must be the file's size in bytes"
export const partWithoutFileName = 'a part has no file name'
export const uploadStalled = (seconds: number) => `the upload stalled for ${seconds} s`

// values.ts
export const portFormat = 'a port is a number from 0 to 65535'
export const mustBeOnOrOff = 'it must be on or off'
export const mustBeOneOf = (values: string) => `it must be one of ${values}`
export const mustBeHttpAddress = 'it must be an http or https address'
export const onlyOriginAllowed = (origin: string) => `only scheme, host and port belong there, as in ${origin}`
export const mustBeWildcardAddress =
  'it must be an address whose first label is a star, as in https://*.tenants.example.com'
export const mustBePortRange = (max: number) =>
  `it must be a host name with up to ${max} ports, as in https://tenants.example.com:9100-9199`
export const portRangeNeedsTls = 'only https protects a host name other than localhost'
export const mustBeAddress = (expected: string) => `it must be ${expected}`
export const tokenInvalid = (name: string, reason: string) => `${name} is invalid: ${reason}`
export const mustBeRegion = 'it must be a region such as us-east-1, without spaces, "/", "," or "="'
export const mustBeRole = 'it must be a role such as arn:minio:iam:::role/abc'
export const mustBePath = 'it must be a path such as /console/'
export const mustBeSessionLength = 'it must be a time such as 12h or 900s, from 15 minutes to 365 days'
export const mustBeIdleTimeout = 'it must be off or a time such as 30m, from 1 minute to 24 hours'
export const mustBeTimeout = 'it must be a time such as 5s, up to 5 minutes'
export const scopeInvalid = (value: string) => `"${value}" is not a scope: it contains ", \\ or a non-ASCII character`
export const trustedProxyInvalid = (value: string) =>
  `"${value}" is neither "on", an address nor a range such as 10.0.0.0/8`
export const allowedTargetInvalid = (value: string) =>
  `"${value}" is neither an address, a range such as 10.1.0.0/16, nor a host name`
export const tenantServiceInvalid = (value: string) =>
  `"${value}" is not of the form namespace/service=https://host:port`
