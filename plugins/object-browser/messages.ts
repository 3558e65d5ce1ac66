// archives-server.ts
export const noObjectsToDownload = 'There are no objects to download'
export const folderIsEmpty = 'The folder is empty.'
export const objectsMissingInArchive = (count: number) =>
  `${count} of the objects could not be read and are not in this archive.`
export const prefixWithoutSlash = 'prefix in query: A folder ends with a slash'

// archives.ts
export const keysMustBeJsonList = 'Enter a JSON list of keys'

// backend/copy-errors.ts
export const alreadyExists = (key: string) => `An object "${key}" already exists`
export const chooseAnotherNameOrReplace = 'Choose another name or replace it'
export const tagsUnreadable = (key: string) => `The tags of ${key} cannot be read and would be lost`
export const changedWhileItWasCopied = (key: string) => `${key} was changed while it was copied`
export const changedAfterItWasCopied = (key: string) =>
  `${key} was changed while it was moved: it was not deleted, and the copy has its earlier content`

// backend/version-removal.ts
export const cursorInvalid = 'The cursor is not one that this call returned'
export const sameVersionsListed =
  'The storage server lists the same versions again, although it answered that they were deleted'

// checksums.ts
export const checksumMismatchSendAgain = 'Its checksum does not match: send it again.'

// contract.ts
export const objectNameTooLong = 'An object name has at most 1,024 bytes'
export const objectNameNotUnicode = 'The object name is not valid Unicode'
export const pageTooSmall = 'A page has at least 1 entry'
export const pageTooLarge = 'A page has at most 1,000 entries'
export const mustBeObjectOfStrings = 'Enter an object with text values'
export const tagCharacters = 'Use letters, digits, spaces and + - = . _ : / @ only'
export const tagKeyTooLong = 'A key has at most 128 characters'
export const tagValueTooLong = 'A value has at most 256 characters'
export const tagHasKey =
  'A tag has a key of 1 to 128 and a value of at most 256 letters, digits, spaces and + - = . _ : / @'
export const tooManyTags = (maxTags: number) => `An object has at most ${maxTags} tags`
export const dateFormat = 'Enter a date such as 2030-12-31T23:59:59Z'
export const tooManyObjectsInCall = 'At most 1,000 objects in one call'

// copying/contract.ts
export const oneLineRequired = 'Enter one line, without control characters'
export const removeSpacesAtStart = 'Remove spaces at the start and end'
export const metadataNameTooLong = 'A name has at most 128 characters'
export const enterNameOfHeader = 'Enter the name of a header'
export const metadataFormat = 'Metadata has names of headers and values of one line, at most 2,048 bytes'
export const metadataTooLarge = 'An object has at most 2 KiB of metadata'

// copying/server.ts
export const moveWithVersions = 'versions in body: A move cannot include older versions'
export const copyObjectsThenDeleteOriginals = 'Copy the objects, then delete the originals.'
export const singleVersionCannotBeMoved = 'A single version cannot be moved: copy it instead'

// embedded/index.ts
export const bucketDeletedMeanwhile = 'The bucket was deleted in the meantime'

// embedded/copying.ts
export const objectChangedMeanwhile = 'The object was changed in the meantime'

// embedded/key.ts
export const objectNameTooManyBytes = (maxKey: number) => `An object name has at most ${maxKey} bytes`
export const objectNameNotText = 'The object name is not valid text'

// embedded/new-version.ts
export const quotaExceeded = (left: number, quota: number) =>
  `This exceeds the quota of the bucket: ${left} of ${quota} bytes are left`

// embedded/parts.ts
export const uploadEnded = 'It was completed or aborted.'
export const partMustHaveBytes = (number: number, max: number) => `Part ${number} must have ${max} bytes`
export const checksumMismatch = 'Its checksum does not match.'
export const partInvalid = (wrong: number) => `Part ${wrong} is missing or does not match`

// embedded/reading.ts
export const rangeNotSatisfiable = 'The requested range is not satisfiable'
export const contentIsMissing = 'The content of this object is missing from the data folder'

// embedded/removal.ts
export const prefixRequired = 'Name the prefix whose objects are to be deleted'

// embedded/settings.ts
export const retainUntilDate = 'The retain until date must be in the future'

// embedded/share.ts
export const linkIncomplete = 'Copy the complete link, or ask for a new one'
export const linkCreatorLostAccess = 'Its creator may no longer read the object'

// embedded/abandoned-uploads.ts
export const incompleteUploadsNotDeleted = 'incomplete uploads could not be deleted'

// finding/contract.ts
export const bytesRequired = 'Enter a whole number of bytes'

// base64-keys.ts
export const nameSentAsBase64 = (text: string, decoded: string) =>
  `"${text}" is base64 of "${decoded}", but names must be sent percent-encoded`
export const sendEncodingPlain = 'Send encoding=plain if this is the actual name; CONSOLE_LEGACY_API=on accepts base64'

// minio/link-accounts.ts
export const serviceAccountCanShare = (maxObjects: number) =>
  `A service account can share at most ${maxObjects} objects`
export const signWithSessionOrShare = 'Sign with your session, or share fewer objects'
export const policyCannotBeLimited = (path: string) => `A policy cannot be limited to "${path}"`
export const signWithSessionInPolicy =
  'Sign with your session: in a policy, "*", "?" and "$" match other objects as well'

// pages/actions/command.tsx
export const aliasIsNameGiven =
  'ALIAS is the name given with mc alias set, ENDPOINT the address of the storage. Use your own access keys.'

// pages/actions/copies.ts
export const actionFailedFor = (capitalised: string, done: string, failed: string) =>
  `${capitalised} could not be ${done}. ${failed}`

// pages/actions/copy.tsx
export const nameHasSlash = 'A name cannot contain "/". Use Move to change the folder'
export const lineBreaksAreRemoved = 'The name contains line breaks. They are removed if you change it.'
export const sameNames = (displayName: string, kind: string) =>
  `Several items are named ${displayName}: ${kind} them one at a time`
export const chooseAnotherFolder = 'This is the current location: choose another folder'
export const folderCannotBeCopied = 'A folder cannot be copied or moved into itself'
export const legalHoldsAndRetention = ' Legal holds and retention are not copied.'
export const leaveEmptyForRoot = 'Leave empty for the root of the bucket. A folder that does not exist is created.'
export const copyVersionsHelp =
  'Copied oldest first, so that their order is preserved. Requires versioning in the target bucket.'
export const existingNamesSkipped = (done: string) =>
  `Otherwise, objects whose name exists at the target are not ${done}.`

// pages/actions/export.tsx
export const subfoldersHelp = 'Each subfolder is one line.'

// pages/actions/metadata.tsx
export const tooManyMetadataEntries = (maxEntries: number) => `An object has at most ${maxEntries} metadata entries`
export const metadataHelp = (note: string) => `One per line, such as "author: Ana".${note}`
export const metadataIsReplaced = ' Replaces existing metadata, unless empty.'

// pages/actions/protect.tsx
export const legalHoldEffect = (keys: string) =>
  `While a legal hold is on, nobody can delete the latest version of ${keys}.`
export const complianceEffect = 'Until that day nobody can delete them, including administrators.'
export const preventsLatestVersion = (keys: string) =>
  `Prevents the latest version of ${keys} from being deleted until the end of a day, in UTC.`
export const chooseTypeAndDate = 'Choose a type and a date'
export const confirmComplianceMode = 'Confirm that nobody can shorten it'
export const addsTag = (keys: string) => `Adds a tag to the latest version of ${keys}. Existing tags are kept.`
export const enterKeyAndValue = 'Enter a key and a value'
export const tagsCannotBeRead = 'Its tags cannot be read and would be lost'

// pages/actions/size.tsx
export const countIncomplete = 'was not counted completely.'

// pages/actions/use-progress.tsx
export const countFailed = (count: string, verb: string, succeeded: string) =>
  `${count} could not be ${verb}${succeeded}.`

// pages/deleted.ts
export const restorableLater = 'You can restore it later with "Show deleted", because versioning is on.'
export const undoneOnlyWithVersioning = 'This cannot be undone unless versioning is on.'
export const noVersionLeft = 'No version of it is left'
export const versionsLockedOrHidden = (remaining: number) =>
  `${remaining} ${remaining === 1 ? 'version is' : 'versions are'} locked, or you may not delete them`

// pages/download.ts
export const downloadProcessStarted = 'Download process started, it may take a few moments to complete.'
export const tooManyObjectsForDownload = 'Too many objects for one download. Select fewer, or select the folder'
export const downloadNotStarted = 'The download could not be started'
export const serverDidNotRespond = 'The server did not respond.'

// pages/drop-zone.tsx
export const droppedFilesUnreadable = 'The dropped files could not be read'

// pages/finding/filters.tsx
export const sizeFormat = 'Enter a size such as 20 MiB'

// pages/finding/search-page.tsx
export const searchContinues = (scanned: string) => `${scanned} searched so far. Continue to find more`
export const searchHelp = 'Search for part of a name, or use * and ? to match a whole name.'

// pages/folder-input.tsx
export const newFolder = 'This folder does not exist yet'

// pages/object-actions.ts
export const foldersCannotBeDownloaded = 'Folders cannot be downloaded from search results'
export const openFolderToSelectObjects = 'Open the folder to select its objects'
export const restoreDeletedObjectsFirst = 'Restore the deleted objects first'
export const onlyDeletedRestorable = 'Select deleted objects and folders only'

// pages/folder.tsx
export const dropFilesOrFoldersHere = 'Drop files or folders here, or select them.'

// pages/go-to.tsx
export const pathFormat = 'Enter a path such as bucket/folder/ or s3://bucket/key'

// pages/missing.tsx
export const bucketMayBeDeleted = 'It may have been deleted.'
export const removeDeleteMarkerToRestore = 'Its versions still exist. Delete the delete marker to restore it.'
export const objectMayBeMoved = 'It may have been deleted or moved.'

// pages/new-path.tsx
export const pathTooLong = 'The whole path has at most 1,024 bytes'
export const chooseOrCreateNewPath = 'Choose or create a new path'

// pages/object/delete-version.tsx
export const bypassGovernanceHelp = 'Deletes the version although its retention has not ended.'

// pages/object/details.tsx
export const sseCReadableOnly = "SSE-C, readable only with its owner's key"

// pages/object/legal-hold.tsx
export const legalHoldHelp = 'While the legal hold is on, nobody can delete this version.'

// pages/object/lock.ts
export const versionUnderLegalHold = 'This version is under a legal hold. It can be deleted once the hold is off.'
export const versionLocked = (mode: string, date: string) =>
  `This version is locked by ${mode} retention until ${date}.`

// pages/object/object.tsx
export const encryptedWithOwnersKey = "It is encrypted with its owner's key"

// pages/object/restore.tsx
export const restoreDaysHelp = 'How long the copy is kept here. The object stays in its tier.'
export const notInTier = 'It is not in a tier'

// pages/object/retention.tsx
export const requiredToShortenRetention = 'Required to shorten the retention or change its type.'
export const complianceOnlyExtended = 'Compliance cannot be changed: you can only choose a later date.'
export const governanceHelp =
  'In governance mode, accounts with a special permission can delete the version earlier. In compliance mode nobody can, and the date can only be extended.'
export const removeRetentionWarning =
  'Everyone who may delete objects can then delete this version, unless it is under a legal hold.'

// pages/object/tags.tsx
export const tagExists = 'A tag with this key already exists'

// pages/object/retention-fields.tsx
export const enterDateInFuture = 'Enter a date in the future'
export const enterDateWithinYears = (years: number) => `Enter a date within ${years} years`
export const lockedUntilEndOfDay = 'Locked until the end of this day, in UTC.'

// pages/object/use-object.ts
export const versioningMustBeEnabled = 'Versioning must be enabled on the bucket'
export const lockingOnlyAtCreation = 'Object locking must be enabled when the bucket is created'

// pages/object/versions.tsx
export const noOtherVersion = 'There is no other version to compare it with'
export const deleteMarkerHasNoContent = 'A delete marker has no content'
export const alreadyLatestVersion = 'This is already the latest version'
export const versioningSuspendedHelp = 'Versioning is suspended: existing versions are kept until you delete them.'
export const versioningOffHelp = 'Versioning is off: overwriting or deleting an object is permanent.'
export const noVersions = 'There are no versions.'
export const versionsMayBeDeleted = 'They may have been deleted.'

// pages/preview/archive.ts
export const archiveDirectoryDamaged = 'Its directory is damaged or missing.'

// pages/preview/compare.tsx
export const atLeastOneVersion = 'At least one version is not text. Download both to compare them with another program.'
export const onlyBeginningsCompared = (size: string) => ` Only the first ${size} of each are compared.`

// pages/preview/content.ts
export const objectReplacedMeanwhile = 'The object was replaced in the meantime'
export const openPreviewAgain = 'Open its preview again.'
export const objectCannotBeRead = 'The object cannot be read in parts'
export const proxyIgnoresRanges = 'A proxy in front of the console ignores Range requests.'
export const storedBytesShown = (encoding: string) =>
  `Shows the stored bytes, because they cannot be decompressed (${encoding}).`
export const decompressedFrom = (size: string, encoding: string) => `Decompressed from ${size} (${encoding}).`
export const onlyStartWasDecompressed = (note: string) => `${note} Only the start was decompressed.`
export const bytesRead = (bytes: string, size: string) => `${bytes} of ${size} read.`

// pages/preview/csv-table.tsx
export const tablesOnlyShowRows = (most: string) => ` Tables only show rows from the first ${most}.`
export const searchOnlyCoversRows = ' The search only covers these rows.'

// pages/preview/foot.tsx
export const shownAsText = 'Shown as text: nothing in the file is executed or loaded.'
export const previewFailed = "File couldn't be loaded. Please try Download instead."

// pages/preview/thumbnail.tsx
export const noPreviewAbove = (size: string) => `No preview above ${size}.`

// pages/preview/lines.tsx
export const objectIsEmpty = 'The object is empty.'
export const previewTruncated = (most: string) => ` The preview only shows the first ${most}.`

// pages/preview/listing.tsx
export const archiveHasMoreEntries = 'The archive has more entries than listed here.'

// pages/preview/no-viewer.tsx
export const parquetNeedsPlugin = 'Download the file, or ask an administrator to add a plugin that shows Parquet files.'

// pages/preview/pdf-pages.tsx
export const pageNotDisplayed = (images: string) =>
  `${images} on this page cannot be displayed. Download the file to see everything.`
export const pageOf = (count: string, count2: string, size: string) => `Page ${count} of ${count2}, ${size}.`
export const renderedSafely = 'Rendered here: nothing in the file is executed or loaded.'

// pages/preview/pdf.ts
export const pdfLocked = 'The file is locked with a password'
export const openDownloadedPdf = 'Download it and open it in another program.'
export const pdfIncomplete = 'The file is not a complete PDF'
export const pdfMayBeDamaged = 'It may be damaged or incomplete.'
export const pdfViewerNotLoaded = 'The PDF viewer could not be loaded'
export const reopenPreview = 'Check your connection, and open the preview again.'

// pages/preview/use-text.tsx
export const notUtfDecoded = (encoding: unknown) => ` Not UTF-8, decoded as ${encoding}.`

// pages/remove.tsx
export const objectsDeleted = (isOne: boolean, name: string) =>
  `${isOne ? 'Object' : 'Objects'} deleted successfully${name && `: ${name}`}`
export const cannotBeUndone = 'This cannot be undone.'

// pages/restoring.ts
export const nothingRestorable = (subject: string) => `Nothing in ${subject} can be restored`
export const noDeletedObjects = 'It has no deleted objects with a remaining version.'

// pages/rewind/rewind.tsx
export const timeRequired = 'Enter a time such as 18:00 or 18:00:30, or with a UTC offset such as 18:00:30 +01:00'
export const pastFolderHelp =
  'Shows the folder as of an earlier time, in your local time zone. From there you can restore objects that were deleted or replaced since.'
export const pastTimeRequired = 'Choose a time in the past'

// pages/rewind/rewound.tsx
export const folderDidNotExist = 'It did not exist at that time'
export const folderUnchanged = 'Nothing has changed in this folder and its subfolders since that time.'
export const folderWasEmpty = 'The folder was empty at that time.'
export const chooseAnotherTime = 'Choose another time, or go back to now.'

// pages/rewind/rows.ts
export const changesSince = (added: unknown, replaced: unknown, deleted: unknown) =>
  `${added} added, ${replaced} replaced and ${deleted} deleted since, including subfolders`
export const deletionsSince = (count: string, count2: string) => `${count} deleted and ${count2} replaced since`

// pages/share/links.ts
export const tooManyObjectsSelected = (most: number) =>
  `More than ${most} objects are selected. Share one folder at a time.`
export const nothingToShare = 'It contains no objects to share'

// pages/share/share.tsx
export const signWithNewServiceAccount = ' Sign with a new service account for longer.'
export const linkExpiresWithSession = (ends: string) =>
  `The link expires with your session, in ${ends}, earlier than the time above.`
export const sessionLastsAsLong = 'Your session lasts as long as the link.'
export const newServiceAccountUntil = (date: string) => `A new service account, until ${date}`
export const shareKeyHelp =
  'Its key may only read this object. Delete it in Service Accounts to revoke the link immediately.'
export const linksExpireWithSession = (date: string, longer: string) =>
  `Links expire with your session, on ${date}.${longer}`
export const keyCreatedRevoke = 'Key created. Revoke it in Service Accounts.'
export const earlierLinksStayValid = 'Earlier links stay valid until they expire.'
export const linkIsPublic = (target: string, note: string) =>
  `Anyone with this link can download ${target} without signing in.${note}`
export const copyLinksHelp = 'Copies one link per line. Anyone with a link can download its object without signing in.'
export const linkAfterLosingAccess = (stops: string) => ` ${stops} working if you lose access.`
export const linkOnlyOnThisMachine = (host: string) =>
  `${host} is this machine, so nobody else can open the link. An administrator can set a public address with CONSOLE_SHARE_URL.`
export const linkPointsTo = (url: string) => ` The link points to ${url}.`

// pages/incomplete-uploads.tsx
export const abortUploadWarning = (key: string) => `Deletes the stored parts of ${key}. The upload cannot be resumed.`
export const uploadListTruncated = 'Only the first uploads are listed.'
export const incompleteUploadsHelp = 'Large files whose upload was interrupted are listed here.'
export const uploadListMayBeIncomplete =
  'Some servers list only uploads since their last start. Uploads of this browser are always listed in Transfers.'

// pages/use-folder-totals.ts
export const deletedCanBeRestored = (moreThan: string, count: string, noun: string) =>
  `${moreThan}${count} deleted ${noun} can be restored.`

// pages/use-upload.ts
export const uploadFoldersAllowed = (refused: string, folders: string, more: string) =>
  `${refused}\nYou can upload into ${folders}${more}`

// pages/waiting.tsx
export const storageMayBeBusy = 'This takes longer than usual. The storage may be busy.'
export const stillLoading = 'Still loading. A large folder takes a moment.'

// parts.ts
export const tooManyParts = 'An object has at most 10,000 parts'
export const emptyObjectHasNoParts = 'An empty object has no parts'
export const objectTooLarge = 'An object has at most 5 TiB'
export const partTooSmall = 'A part has at least 5 MiB'
export const partTooLarge = 'A part has at most 1 GiB'

// rewind/server.ts
export const tooManyObjectsInResponse = 'There are too many objects for one response'
export const tooManyMatches = (most: number) => `More than ${most} match: request pages with limit and cursor`

// s3/copying.ts
export const existenceUnknown = (key: string) => `You may not see whether an object "${key}" already exists`
export const chooseReplace = 'Choose to replace existing objects, or request s3:GetObject there'
export const readableOnlyWithOwnersKey =
  "This object is encrypted with its owner's key (SSE-C): only a program that has the key can copy it"

// s3/encryption-reason.ts
export const encryptionRefusesUploads =
  'The storage server cannot store objects in this bucket: it has default encryption, for which the server seems to have no key'
export const turnOffEncryption =
  'Turn off the encryption on the page of the bucket, or set up an encryption key on the storage server.'

// s3/info.ts
export const noSuchVersion = 'The specified version does not exist'
export const versionIsDeleteMarker = 'This version is a delete marker'
export const sseCNoCopy =
  "This object is encrypted with its owner's key (SSE-C): only a program that has the key can read it"

// s3/settings.ts
export const objectNotInTier = 'This object is not in a tier: there is nothing to restore'

// s3/share.ts
export const sseCNoLink = "This object is encrypted with its owner's key (SSE-C): no link can read it"
export const linksLeadToStorage = 'Links of this storage lead directly to the storage'

// server.ts
export const tooManyVersionsMatch = (most: number) =>
  `More than ${most} match: request pages with limit and cursor, or for a longer prefix`
export const firstStored = (count: string, stored: number) =>
  `The first ${count} ${stored === 1 ? 'file of the form was' : 'files of the form were'} stored.`
export const checksumNeedsSingleFile = 'crc32 in query: A checksum requires a single file'

// share/contract.ts
export const durationRequired = 'Enter a time such as 12h or 604800000ms'

// transfers/dock.tsx
export const transfersWillBeCanceled = 'Unfinished transfers will be canceled. Objects already stored are kept.'

// transfers/folder-row.tsx
export const transferSummary = (
  state: string,
  count: string,
  all: string,
  size: string,
  size2: string,
  speed: string,
  failed: string,
) => `${state === 'paused' ? 'Paused · ' : ''}${count} of ${all} · ${size} of ${size2}${speed}${failed}`

// transfers/receive.ts
export const checkConnection = 'Check your connection and whether the console is running.'
export const notCompressed = (name: string, encoding: string) =>
  `${name} is not compressed, although its Content-Encoding is ${encoding}. The stored file was saved unchanged.`
export const notDecompressed = (name: string, encoding: string, saved: string) =>
  `This browser could not decompress ${name} (${encoding}). The stored file was saved unchanged: ${saved}`

// transfers/resolve.tsx
export const replacedObjectsLost = (keeps: string, files: string, count: number) =>
  `${keeps === 'none' ? 'Versioning is off: replaced objects' : 'Unless versioning is on, replaced objects'} cannot be restored. Keep Both stores ${files} under ${count === 1 ? 'another name' : 'other names'}.`

// transfers/rows.tsx
export const sizeDiffers = (size: string, size2: string) => `it has ${size} instead of ${size2}`
export const differentFile = (why: string) => `This is a different file: ${why}.`
export const deletePartsHelp = (name: string) => `Deletes the stored parts of ${name} and frees their space.`
export const uploadInterrupted = (size: string, size2: string) =>
  `Interrupted at ${size} of ${size2}. Choose the file again to resume.`

// transfers/send-parts.ts
export const fileUnreadable = 'The file can no longer be read'
export const fileChanged = 'It was changed or moved after it was selected.'

// transfers/uploads.ts
export const uploadFailed = 'An error occurred while uploading the file(s).'
export const objectNotDownloaded = 'An object could not be downloaded.'

// toasts
export const retentionChanged = (name: string, done: string) => `Retention of ${name} ${done}`
export const tagAdded = (tag: string, name: string) => `Tag ${tag} added to ${name}`
export const restoreStarted = (name: string) => `${name} is being restored`
export const versionRestored = (name: string) => `Version of ${name} restored`
export const versionDeleted = (name: string) => `Version of ${name} deleted`
export const objectRestored = (name: string) => `Object ${name} restored`
export const legalHoldChanged = (name: string, state: string) => `Legal hold of ${name} is ${state}`
export const metadataSaved = (name: string) => `Metadata of ${name} saved`

// pages/actions/target-server.tsx
export const notSignedInAt = (server: string) => `You are not signed in to ${server}`
export const sentThroughConsole =
  ' The objects pass through the console, with metadata and tags. Locks and older versions are not copied.'

// servers/contract.ts
export const otherServerNeedsSession = 'Sign in to the other server'

// servers/send-many.ts
export const sizeUnknown = (key: string) => `The storage server did not say how large ${key} is`

// servers/send.ts
export const copyDiffers = (key: string) => `The copy of ${key} differs from the original, which is not deleted`

// servers/server.ts
export const signInThere = 'Sign in there and try again'
