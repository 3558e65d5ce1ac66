// backup.ts
export const openStorageCannotBackUp = (folder: string, error: string) =>
  `The Stowage process that has ${folder} open cannot create a backup: ${error}`
export const storageStoppedDuringBackup = (folder: string) =>
  `The Stowage process that has ${folder} open stopped or restarted during the backup; empty the backup folder and start again`
export const backupInsideDataFolder = (path: string) => `${path} is inside the data folder; name a folder outside of it`
export const backupNotWritten = (path: string, reason: string) =>
  `The backup cannot be written to ${path}: ${reason}; correct this, or name another new or empty folder`
export const backupFolderNotEmpty = (path: string) => `${path} is not empty; name a new or an empty folder`
export const extrasNotCopied = (message: string) => `Plugins or history could not be copied: ${message}`
export const fileNotCopied = (message: string) =>
  `A file of the data folder could not be copied: ${message}; "stowage check" names its object`

// buckets.ts
export const noSuchBucket = 'The specified bucket does not exist'

// check.ts
export const indexDoesNotNameFile = 'the index does not name its file'
export const fileOfVersionUnreadable = (file: string, message: string) => `its file ${file} cannot be read: ${message}`
export const recordedSizeWrong = (counted: number, size: number) =>
  `its recorded size is ${size} bytes, but its content has ${counted} bytes`
export const orphanedFiles = (count: number) => `${count} files belong to no object: is it an older index?`
export const stopBeforeCheck = (message: string) => `${message}; stop it to check the folder, or check a backup of it`

// delivery.ts
export const webhookDeliveryFailed = 'delivery to a webhook failed; the next start tries again'
export const waitingMessagesHelp = 'Messages that wait for webhooks of the embedded engine.'
export const droppedMessagesHelp = 'Messages dropped because a queue was full, of webhooks that still exist.'

// engine.ts
export const rootNameTaken = (name: string) =>
  `The root user cannot be called "${name}": a user of the storage has this name`
export const expiredSessionsNotRemoved = 'expired sessions could not be removed'
export const encryptedObjectsUnusable = (problem: string) =>
  `encrypted objects can be neither read nor stored: ${problem}`
export const accountHasNoPermissions = (account: string) => `${account} has no permissions any longer`

// reopenable-store.ts
export const storageNotReopened = 'The storage could not be opened again'
export const storageNotReopenedRetrying = 'the storage could not be opened again; the next request tries again'

// store/backups.ts
export const backupFailed = 'the backup of the data folder failed'

// store/blob-reader.ts
export const contentDamaged = 'The content of this object is damaged'
export const fileEndsAfter = (bytes: number) => `its file ends after ${bytes} bytes`
export const fileDiffersAt = (byte: number) => `its file differs from what was stored, starting at byte ${byte}`
export const sizeWrong = (size: number, expected: number) => `it has ${size} bytes instead of ${expected}`

// store/blobs.ts
export const checkFindsDamagedObjects = (message: string) => `${message}; "stowage check" finds all damaged objects`
export const fileSizeWrong = (size: number, expected: number) => `its file has ${size} bytes instead of ${expected}`

// store/counts.ts
export const bucketCountsWrong = (bucket: string, recorded: string, counted: string) =>
  `bucket "${bucket}" records ${recorded}, but has ${counted}`

// store/database.ts
export const indexNotOpened = (index: string, message: string) => `The index in ${index} cannot be opened: ${message}`
export const dataFolderInUseByProcess = (path: string, pid: number) =>
  `${path} is in use by another Stowage (process ${pid})`
export const dataFolderNotReachable = 'The data folder of the storage cannot be reached'

// store/encryption-key.ts
export const encryptionKeyUnusable = 'The encryption key of this storage cannot be used'
export const encryptionKeyInvalid =
  'encryption.key in the data folder is not a key of 64 hexadecimal digits; restore it'
export const encryptionKeyRemoved = 'encryption.key was removed from the data folder; restore it'
export const encryptionKeyDiffers = 'encryption.key in the data folder is not the key that it was encrypted with'
export const encryptionKeyMissing = 'encryption.key is missing from the data folder; restore it'
export const encryptionKeyReplaced =
  'encryption.key in the data folder is not the key that its data is encrypted with; restore the right one'

// store/folder.ts
export const folderHasForeignFiles = (path: string, file: string | undefined) =>
  `${path} is not a data folder: it contains "${file}"; choose an empty or a new folder with --data`
export const indexDamaged = (index: string, problem: string) =>
  `The index ${index} is damaged (${problem}); restore the data folder from a backup`
export const dataFileMissing = (path: string, file: string) =>
  `${path} contains objects, but ${file} is missing or empty; restore it from a backup`
export const folderNotPermitted = 'its permissions do not allow it'
export const diskQuotaReached = 'the quota of its disk is reached'
export const folderReadOnly =
  'its disk is read-only, or the systemd unit does not list the folder in ReadWritePaths= (docs/install.md)'
export const folderIsFile = 'it is a file, or inside one'
export const dataFolderUnusable = (path: string, reason: string) =>
  `The data folder ${path} cannot be used: ${reason}; choose another with --data`
export const notDataFolder = (path: string) => `${path} is not a data folder; name one with --data`

// store/format.ts
export const formatFileDamaged = (file: string) => `${file} is damaged; restore it from a backup`
export const dataFormatTooNew = (path: string, version: number, latest: number) =>
  `${path} has data of format ${version}, and this Stowage reads formats up to ${latest}; install the later version again that wrote it, or restore a backup made before that one was started`

// store/fs-errors.ts
export const diskFull = 'The disk of the storage is full'
export const indexPartUnreadable = 'A part of the index of the storage cannot be read'
export const checkAndRestore = (path: string, message: string) =>
  `${path}: ${message}. "stowage check" checks all of it; docs/backup.md describes how to restore a backup`

// store/index-pages.ts
export const firstPagesInvalid = 'its first pages are not those of an index'
export const pageBeyondLast = (page: bigint, last: bigint) => `it refers to page ${page}, but its last page is ${last}`
export const indexEndsBeforePage = (page: bigint, last: bigint) => `it ends before page ${page} of ${last}`
export const notPageOfTree = 'is not a page of a tree'
export const pageUsedTwice = (page: bigint) => `page ${page} is used twice`
export const pageTypeWrong = (page: bigint, parent: bigint) => `page ${page} is not what page ${parent} expects`
export const pageEntriesInvalid = (page: bigint) => `page ${page} has invalid entries`
export const treeEntryCountWrong = (counted: bigint, recorded: bigint) =>
  `a tree has ${counted} entries, but records ${recorded}`

// store/listing.ts
export const cursorInvalid = 'The cursor is not one that a listing returned'

// store/migrate.ts
export const dataFolderMigrated = 'the data folder is of an earlier version and is migrated; its index was copied'
export const noSpaceForMigration = (path: string, needed: string, free: string) =>
  `${path} is of an earlier version, and its index is copied before it is migrated: this needs up to ${needed}, but only ${free} are free; free space on its disk, or start the earlier version`
export const migrationFailed = (path: string, reason: string) =>
  `${path} is of an earlier version and cannot be migrated: ${reason}; correct this and start again, or go back as docs/upgrade.md describes`

// store/part-files.ts
export const tryAgainInMoment = 'Try again in a moment.'
export const partsBeingJoined = 'The parts of this object are being joined'
export const partsBeingUploaded = 'Parts of this object are still being uploaded'

// store/store.ts
export const restoreIndexOrAccept = 'restore a newer index, or accept the current state with "stowage check --accept"'
export const indexIncomplete = (path: string, problem: string, advice: string) =>
  `The index of ${path} is incomplete: ${problem}; ${advice}`
export const tooManyOrphanedFiles = (path: string, count: number, advice: string) =>
  `${path} has ${count} files that belong to no object of its index, more than a crash leaves: is it an older index? ${advice}`
export const orphanedFilesMoved = 'orphaned files were moved, and will be deleted after a week'
export const lostFilesNotDeleted =
  'old files in lost/ of the data folder could not be deleted; the user of the console has to own this folder'
export const cleanUpFailed = 'cleaning up the data folder failed; the next start tries again'

// store/versions.ts
export const versionIsDeleteMarker = 'This version is a delete marker'
export const noSuchKey = 'The specified key does not exist'
export const noSuchVersion = 'The specified version does not exist'
export const tooManyVersions = 'This object has as many versions as the settings allow'
export const removeVersionsFirst = (limit: number) => `object_max_versions is ${limit}; remove some of them first`
