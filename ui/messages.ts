// chart.tsx
export const showChartFirst = 'Show it as a chart first'

// cancel-button.tsx
export const waitUntilDone = 'Wait until this is done'

// combo.tsx
export const moreOptions = (count: string) => `${count} more. Type a part of the name to find them.`

// confirm.tsx
export const cannotBeUndone = 'It cannot be undone.'

// form-dialog.tsx
export const changedMeanwhile = (what: string) =>
  `Someone else has changed ${what}. Close this dialog, and open it again to see the change.`

// undo.ts
export const newerChangeWouldBeLost = (what: string) => `Cannot undo: a newer change to ${what} would be lost`

// copy-button.tsx
export const browserRefusesCopy = 'The browser does not let this page copy'
export const copyByHand = 'Select the text and copy it by hand.'

// day.ts
export const enterDay = 'Enter a date as YYYY-MM-DD'

// dialog-boundary.tsx
export const dialogFailed = 'This dialog could not be shown'

// dialog.tsx
export const discardChanges = 'Discard what you entered?'

// empty.tsx
export const askForRole = 'Ask a cluster administrator for a role'
export const askForPolicy = 'Ask an administrator to attach a policy'

// file-field.tsx
export const fileTooLarge = (limit: number) => `Choose a file of at most ${limit} KiB`

// json.ts
export const jsonStringInvalid = 'the string is not closed or contains an invalid escape'

// live-page.tsx
export const connectionLost = (rows: string) =>
  `Connection lost. It resumes automatically; ${rows} in between are missing.`
export const filtersCanChange = 'Filters can be changed while it runs.'
export const filtersLocked = 'Filters are locked while it runs. Stop it to change them.'
export const feedStopped = (title: string, message: string) => `${title} has stopped. ${message}.`
export const feedResumes = 'It resumes automatically as soon as the server responds.'

// multi-select.tsx
export const earlierSelected = (count: string) => `${count} more`

// my-permissions.tsx
export const combinedRoles = (account: string) =>
  `The combined roles of ${account}: in the whole cluster, and in the account's namespaces.`
export const permissionsUnknown =
  'This storage does not report permissions. Everything is offered, and the storage refuses what it does not allow.'
export const noPolicyAttached = (account: string) =>
  `No policy is attached to ${account} or its groups, so nothing is allowed.`
export const combinedPolicies = (account: string) =>
  `The combined policies of ${account} and its groups. Anything that none of them allows is denied.`
export const serviceAccountRestriction =
  'You are signed in with a service account. Its own policy must allow an action too:'

// new-keys.tsx
export const secretKeyShownOnlyNow =
  'This is the only time the secret key is shown. Download or copy it now and keep it in a safe place.'
export const closeWithoutKeys = {
  question: 'Close without the secret key? It cannot be shown again.',
  keep: 'Keep Open',
  discard: 'Close',
}

// noun.ts
export const noneInNamespaces = (nouns: string, namespaces: string) =>
  `There are no ${nouns} in ${namespaces}, and your role lists no others.`

// palette.tsx
export const goToPageOrAction = 'Go to a page or action'
export const searchFailed = (subject: string, message: string) => `${subject} could not be searched: ${message}`
export const onlyAllowedListed = 'Only what your policies allow is listed'

// pins.ts
export const tooManyPins = (limit: number) => `Unpin one of the ${limit} pinned pages first`

// store-preference.ts
export const storageRefused =
  'Not saved: the storage of this browser is full or blocked. Clear site data or allow storage, then try again.'

// saved-filters.tsx
export const filterNameExists = 'There are saved filters with this name'
export const tooManyFilters = (limit: number) => `Delete one of the ${limit} saved filters first`

// setting-entry.ts
export const removeComma = 'Remove the comma: enter one value per line'

// shortcuts.tsx
export const closeDialogOrClearSearch = 'Close a dialog, clear a search'
export const deleteRowOrSelection = 'Delete the row or the selection'
export const sortByOneMoreColumn = 'Sort by one more column, on its header'
export const resizeColumn = 'Resize a column, on its header'
export const singleKeyShortcutsOff = 'When off, only Ctrl and table shortcuts work. The palette still opens this page.'

// stream-table.tsx
export const rowsLeftOut = (count: string, rows: string) =>
  `${count} ${rows} left out: this page is too slow for them. `

// table-foot.tsx
export const rowsHidden = (rows: string, verb: string) => `${rows} ${verb} hidden by the search.`
export const onlyFirstSearched = (rows: string) => `Only the first ${rows} are searched.`
export const reloadFailed = (rows: string, message: string) => `${rows} could not be loaded again. ${message}`

// new-version.tsx
export const newConsoleVersion = 'There is a new version of the console'
export const reloadForNewVersion = 'Reload the page to use it.'

// table.tsx
export const noneYet = (rows: string) => `There are no ${rows} yet.`

// search-query.ts
export const searchPartRequired = 'Enter a part of the name in ?text='

// text-search.tsx
export const searchTextRequired = 'Enter a text to search for'

// use-leave-guard.ts
export const notSavedYet = 'What you entered here is not saved yet.'

// use-on-demand.ts
export const codeNotLoaded = 'This part of the console could not be loaded'
export const checkConnectionAndTryAgain = 'Check the connection, then try again.'
