// contract.ts
export const nameNodeAndDriveSuch = 'Name a node and its drive, such as "node-1:/dev/xvdb"'
export const atLeastOneDriveNeeds = 'at least one drive needs to be set'

// kubernetes/index.ts
export const toManageLocallyAttachedDrives = 'To manage locally attached drives, install DirectPV (formerly direct-csi)'
export const clusterHasNeitherNor = (today: string, former: string) => `The cluster has neither ${today} nor ${former}`

// kubernetes/directpv.ts
export const nodeDidNotRespond = (node: string) =>
  `${node} did not respond: DirectPV is busy or not running there. The request was canceled`

// kubernetes/drive-manager.ts
export const driveInUseCannot = 'Drive in use. Cannot be formatted'
export const driveAlreadyOwnedAndManaged = 'Drive already owned and managed. Use force to overwrite'
export const driveAlreadyHasFsUse = 'Drive already has a fs. Use force to overwrite'

// pages/drives.tsx
export const drivesAreNotManaged = 'Drives are not managed in this cluster'
export const toManageLocallyAttachedDrivesInstall =
  'To manage locally attached drives, install DirectPV (formerly direct-csi).'
export const drivesToFormat = (count: string, count2: string, count3: string) =>
  `${count} on ${count2}, ${count3} can be formatted`
export const drivesAppearHereOnceThey = 'Drives appear here once they were discovered: kubectl directpv discover.'

// pages/format.tsx
export const alsoFormatsDrivesWithExisting = 'Also formats drives with an existing file system.'
export const alsoFormatsDrivesWithExistingFile =
  'Also formats drives with an existing file system, or drives already managed.'
export const everythingOnNewXfsFile = (count: number) =>
  `Everything on ${
    count === 1 ? 'this drive will be erased and replaced by' : 'these drives will be erased and replaced by'
  } a new XFS file system. It cannot be undone.`
export const withoutItSkipped = (manager: string, formattedCount: string, formattedCount2: number) =>
  `${manager} Without it ${formattedCount} ${formattedCount2 === 1 ? 'is' : 'are'} skipped.`
export const thereWereSomeIssuesTrying =
  'There were some issues trying to format the selected CSI Drives, please fix the issues and try again.'

// pages/volumes.tsx
export const eachDriveOfTenantClaims =
  'Each drive of a tenant claims one volume. Volumes appear here once a tenant exists.'
