// protocol/config-setting.ts
export const settingNameCharacters = 'Enter letters, digits, dashes and underscores only'
export const settingDurationFormat = 'Enter a time such as 10s or 1m30s'

// protocol/missing-permissions.ts
export const clusterRoleDoesNot = 'Your role in the cluster does not'
export const roleDoesNotAllow = 'Your role on the storage server does not allow this. An administrator can change it.'
export const policiesDoNotAllowSeeing = 'Your policies do not allow seeing this'
export const accessRequestIntro = 'Please allow this in the storage console.'

// protocol/variables.ts
export const mustBeOnOrOff = 'it must be on or off'
export const mustBeHttpAddress = 'it must be an http or https address'
export const mustBeToken = 'it must be a token of ASCII characters without spaces'

// shell/boundary.tsx
export const pageCodeNotLoaded = 'Its code could not be loaded. Check the connection, then try again.'
export const pageLoadsOnceServerResponds = 'The page loads as soon as the server responds.'
export const pageFailed = 'This page could not be shown'

// shell/demonstration-strip.tsx
export const demonstrationNotice =
  'This is a demonstration. Its cluster, and what its tenants store, are in the console’s own folder.'

// shell/forbidden.tsx
export const pageOfInactivePlugin = (plugin: string) =>
  `It belongs to the plugin "${plugin}", which is switched off or does not support this storage.`
export const noPolicyAttached = (account: string) =>
  `No policy is attached to ${account}, nor to a group that it is in. Ask an administrator to attach one.`

// shell/login.tsx
export const sessionEnded = 'Your session has ended. Log in to continue where you left off.'
export const backendNotReachable = 'An error has occurred, the backend cannot be reached.'
export const productDescription = 'The admin console for S3-compatible object storage.'

// shell/not-found.tsx
export const noPages = 'No plugin with a page is on'
export const logSaysWhy = 'The log of the console says why.'
export const noPageAtAddress = 'There is no page at this address'
export const checkAddressWithoutAdminApi =
  'Check the address. The console cannot administer this server, so pages for that are missing.'
export const checkAddress = 'Check the address. The page may be disabled, or you may not have access.'

// shell/oauth-callback.tsx
export const cookieTooLargeForProxy =
  'A proxy in front of this console sent this response. Most likely your session cookie is larger than its header buffers: ask an administrator to raise them (in nginx proxy_buffer_size).'
export const signInFailed = 'You could not be signed in.'

// shell/restart-strip.tsx
export const restartInterruptsRequests =
  'Requests to the storage server fail for 1 to 5 seconds while it restarts. Running transfers are cut off.'
export const restartNeeded = 'The instance needs to be restarted'

// shell/root.tsx
export const consoleNotLoaded = 'The console could not be loaded'

// shell/sign-in.tsx
export const s3KeysHelp = 'Use the keys that your S3 programs use. A session token belongs to temporary keys only.'
export const serverKeysHelp = 'Use the access key and secret key of a user on this server.'
export const ldapHelp = 'Use your name and password in the LDAP directory, or the keys of a user on this server.'
export const serviceAccountTokenHelp = 'Use the token of a service account that may manage tenants in this cluster.'

// shell/slow-notice.tsx
export const storageNotAnswering = 'The storage is not answering. The console opens as soon as it does.'
export const serverSlow = 'The server is taking a long time to answer.'

// shell/write-failure-strip.tsx
export const storageCouldNotWrite = 'The storage could not write when you signed in.'

// web/client.ts
export const requestTooLargeForProxy = 'A proxy in front of the console refuses requests as large as this one'
export const raiseProxyBodyLimit =
  'Ask an administrator to raise its limit for request bodies (in nginx: client_max_body_size).'
export const checkConnection = 'Check your connection and whether the console is running.'
export const responseUnreadable = "The server's answer could not be read"

// web/connection.ts
export const worksAgainOnceServerResponds = (reason: string) => `${reason}. This works again as soon as it does.`

// web/registry.ts
export const routeWithoutSlash = (path: string) => `route "${path}" does not begin with "/".`
export const routeOfShell = (path: string) => `route "${path}" belongs to the shell; choose another path.`
export const routeWithUnknownLayout = (path: string, layout: string) =>
  `route "${path}" has layout "${layout}"; it is "shell" or "bare".`
export const shortLabelNotPartOfLabel = (entry: string, short: string) =>
  `${entry} has the short label "${short}", which is not part of it.`
export const entryWithoutTarget = (entry: string) => `${entry} names neither a page nor an href.`
export const entryWithTwoTargets = (entry: string) => `${entry} names both a page and an href; keep one.`
export const entryPageWithoutRoute = (entry: string, page: string) =>
  `${entry} names page "${page}", which no route of the plugin has.`
export const entryInUnknownGroup = (entry: string, group: string, groups: string) =>
  `${entry} is in group "${group}"; the groups are ${groups}.`
export const entryKeyInvalid = (entry: string, key: string) =>
  `${entry} has the key "${key}"; a key is one lower-case letter.`
export const actionKeyReserved = (entry: string) =>
  `${entry} has an action with the key "g", which is reserved for opening pages.`
export const actionAddressWithoutSlash = (entry: string, action: string, address: string) =>
  `${entry} has action "${action}", whose address "${address}" does not begin with "/".`
export const searchPageWithoutRoute = (section: string, page: string) =>
  `search "${section}" names page "${page}", which no route of the plugin has.`
export const settingsPanelIdInvalid = (id: string) =>
  `settings panel "${id}" is part of an address; use lower-case letters, digits and dashes.`
export const settingsPanelPageWithoutRoute = (id: string, page: string) =>
  `settings panel "${id}" names page "${page}", which no route of the plugin has.`
export const dialogPageWithoutRoute = (id: string, page: string) =>
  `dialog "${id}" names page "${page}", which no route of the plugin has.`
export const linkPageWithoutRoute = (id: string, page: string) =>
  `link "${id}" names page "${page}", which no route of the plugin has.`
export const viewerWithoutLabel = (id: string) => `viewer "${id}" has no label.`
export const viewerWithoutTypes = (id: string) => `viewer "${id}" names neither types nor extensions.`
export const viewerTypeInvalid = (id: string, type: string) =>
  `viewer "${id}" has the type "${type}"; write a media type in lower case, such as "text/csv".`
export const viewerExtensionInvalid = (id: string, extension: string) =>
  `viewer "${id}" has the extension "${extension}"; write it in lower case and without a dot.`
export const noticesPageWithoutEntry = (page: string) =>
  `its notices name page "${page}", which no sidebar entry of the plugin has.`
export const noticesAddressWithoutSlash = (address: string) =>
  `its notices lead to "${address}", which does not begin with "/".`
export const pluginIdNotUnique = (id: string) => `There are two plugins "${id}"; ids are unique.`
export const routeDeclaredTwice = (path: string, plugins: string) =>
  `Route "${path}" is declared twice, by plugin ${plugins}; a path belongs to one route.`
export const sidebarKeyDeclaredTwice = (key: string) =>
  `The key "${key}" is declared by two sidebar entries; each has its own.`
export const settingsPanelDeclaredTwice = (id: string) =>
  `Settings panel "${id}" is declared twice; ids are unique over all plugins.`
export const configSectionHasTwoPanels = (section: string) =>
  `The configuration section "${section}" has two settings panels; a section belongs to one plugin.`
export const dialogDeclaredTwice = (id: string) =>
  `The dialog "${id}" is declared twice; ids are unique over all plugins.`
export const linkDeclaredTwice = (id: string) => `The link "${id}" is declared twice; ids are unique over all plugins.`
export const viewerDeclaredTwice = (id: string) =>
  `The viewer "${id}" is declared twice; ids are unique over all plugins.`
export const searchDeclaredTwice = (section: string) =>
  `The search "${section}" is declared twice; each heading of the palette has one.`
export const pluginIsOff = (id: string, reason: string) => `The plugin "${id}" is off: ${reason}`

// web/restart.ts
export const restartFailed = 'The server could not be restarted.'

// web/session.ts
export const sessionOutsideShell = 'useSession() was called outside of the signed-in shell'

// web/styles.ts
export const styleSheetNotLoaded = 'The style sheet of the console could not be loaded'
