// embedded/index.ts
export const sectionMissing = (name: string) => `This storage has no section "${name}"`
export const targetMissing = (target: string, name: string) => `There is no target "${target}" of ${name}`

// embedded/validate-values.ts
export const historyIntervalFormat = 'Enter a time between 1m and 168h'
export const nameCharacters = 'Enter letters, digits, dashes and underscores only'
export const settingUnknown = (key: string) => `${key}: this storage has no such setting`

// embedded/records.ts
export const webhookRecordsNotStored = 'records for webhooks could not be stored'

// minio/index.ts
export const sectionAlwaysOn = 'enable: this section cannot be switched off'
export const settingSetByVariable = (lockedKey: string, variable: unknown) =>
  `${lockedKey}: the variable ${variable} of the storage server sets it; change it there`
export const newTargetAfterRestart = 'A new target exists after a restart of the server'
export const targetSetByVariable = (variable: string) =>
  `The variable ${variable} of the storage server sets this target; change it there`

// pages/add-target.tsx
export const nameInUse = 'This name is already in use'
export const changeIsImmediate = 'It takes effect immediately.'
export const changeNeedsRestart = 'It takes effect after a restart of the server.'

// pages/diff.tsx
export const restoreFromHistory = 'You can restore every change from History.'
export const changedSinceOpened = (keys: string) =>
  `Changed since you opened this page: ${keys}. The values below are those stored now.`
export const otherSettingsKeepValues = (left: string) => `${left}. Other settings keep their values.`
export const restartInterruptsRequests = 'Requests fail for 1 to 5 seconds.'

// pages/editor.tsx
export const replacesCurrentValue = 'Replaces the current value.'
export const waitingForRestart = (key: string) => `Waiting for a restart: the server still uses ${key}.`
export const secretSetUnchanged = 'Set, unchanged. Enter a new value to replace it.'
export const setByVariable = (variable: string) => `Set by ${variable} on the server. Change it there.`
export const recordsDropped = (lost: string) => `${lost} dropped, because the queue was full.`
export const changesTakeEffectImmediately = 'Changes take effect immediately.'
export const changesTakeEffectAfterRestart = 'Changes take effect after a restart of the server.'
export const sectionsPartlySaved = (saved: number, total: number) =>
  `${saved} of ${total} sections saved. The other changes are still unsaved.`
export const correctValueFirst = (key: string) => `Correct the invalid value in ${key} first`

// pages/export.tsx
export const exportContents =
  'All sections and their targets, one line for each. An import of the file changes nothing that it does not contain.'
export const includePasswordsAndTokens = 'Include passwords and tokens in clear text'
export const exportSecretsWarning = 'Anyone with the file can use them. Otherwise the file only names them.'

// pages/history.tsx
export const restoreHelp =
  'Restore saves the settings of an entry again, including secrets. Other settings keep their values.'
export const restoreRunning = 'Wait until the settings are restored'

// pages/import.tsx
export const importRunning = 'Wait until the import ends'
export const importFileTooLarge = 'Choose a file of at most 256 KiB'
export const importFileInvalid =
  'Choose a file from Export or from mc admin config export. You see the changes before they are saved. Other settings keep their values.'
export const changesInSection = (count: string, name: string) =>
  `${count} in ${name}. Other settings keep their values.`

// pages/lockout.tsx
export const signInsAfterwardsUnknown =
  'Who can still sign in afterwards is unknown, because a part of this page did not load.'
export const confirmOtherSignIn = 'I have another way to sign in as an administrator'
export const confirmNotLockedOut = 'Confirm that you are not locked out'

// pages/reset.tsx
export const resetErasesSecrets = ' to its defaults. Secrets among its settings are erased.'
export const usersLockedOut = (title: string) => `Users who sign in with ${title} can no longer sign in.`
export const changeNeedsServerRestart = 'It takes effect after a restart of the server'

// pages/section.tsx
export const sectionSaved = (title: string) => `Configuration successfully saved: ${title}`
export const takesEffectAfterRestart = (added: string) => `${added} takes effect after a restart of the server`

// pages/settings.tsx
export const someChangesNeedRestart = (words: string) =>
  `${words}. Some changes take effect after a restart of the server`
export const noSuchSection = (name: string) => `This server has no section ${name}.`
export const pluginOffOrNotAllowed = 'Its plugin is off, or your policies do not allow it.'

// pages/test.tsx
export const testUserHelp = 'A user of the directory to search for.'
export const testPasswordHelp = 'To sign in as this user. It is not stored.'

// sections.ts
export const settingsOfInactivePlugin = (plugin: string, title: string) =>
  `The plugin "${plugin}" is off, and so are the settings of ${title}`
export const unknownSectionId = (id: string) => `Settings does not have the section "${id}"`

// server.ts
export const unknownSection = (name: string) => `Settings does not have the section "${name}"`
export const valueRequired = 'key_values in body: set at least one value'
export const historyEntryMissing = 'The history has no such entry'

// import-export.ts
export const sectionCannotBeImported = (line: string) =>
  `${line}: this section cannot be imported and remains unchanged`
export const importNamesSecondTarget = (line: string, section: string) =>
  `${line}: this storage has only one ${section}`
export const importedSettingUnknown = (line: string, key: string) => `${line} ${key}: this storage has no such setting`
export const importedSettingSetByVariable = (line: string, key: string, key2: string) =>
  `${line} ${key}: the variable ${key2} of the storage server sets it`
export const tooManyLines = (most: number) => `text in body: Enter at most ${most} lines`
export const lineIsNoSetting = (number: number) =>
  `Line ${number} is not a line of settings: write a section, then settings of the form key="value"`
