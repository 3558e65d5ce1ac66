// contract.ts
export const driveNameFormat = 'Name a node and its drive, such as "node-1:/dev/xvdb"'
export const driveRequired = 'at least one drive needs to be set'

// kubernetes/index.ts
export const installDirectPv = 'To manage locally attached drives, install DirectPV (formerly direct-csi)'
export const clusterHasNeitherNor = (today: string, former: string) => `The cluster has neither ${today} nor ${former}`

// kubernetes/directpv.ts
export const nodeDidNotRespond = (node: string) =>
  `${node} did not respond: DirectPV is busy or not running there. The request was canceled`
export const noResultFrom = (node: string) =>
  `${node} reported no result. Reload the drives, and read the log of DirectPV there if this one is not formatted`

// kubernetes/drive-manager.ts
export const driveInUse = 'Drive in use. Cannot be formatted'
export const driveAlreadyManaged = 'Drive already owned and managed. Use force to overwrite'
export const driveHasFileSystem = 'Drive already has a fs. Use force to overwrite'

// pages/drives.tsx
export const drivesNotManaged = 'Drives are not managed in this cluster'
export const installDirectPvHelp = 'To manage locally attached drives, install DirectPV (formerly direct-csi).'
export const drivesToFormat = (count: string, count2: string, count3: string) =>
  `${count} on ${count2}, ${count3} can be formatted`
export const discoverDrives = 'Drives appear here once they were discovered: kubectl directpv discover.'

// pages/format.tsx
export const forceHelp = 'Also formats drives with an existing file system.'
export const forceFormatHelp = 'Also formats drives with an existing file system, or drives already managed.'
export const drivesWillBeErased = (count: number) =>
  `Everything on ${
    count === 1 ? 'this drive will be erased and replaced by' : 'these drives will be erased and replaced by'
  } a new XFS file system. It cannot be undone.`
export const skippedWithoutForce = (manager: string, formattedCount: string, formattedCount2: number) =>
  `${manager} Without it ${formattedCount} ${formattedCount2 === 1 ? 'is' : 'are'} skipped.`
export const formatFailed =
  'There were some issues trying to format the selected CSI Drives, please fix the issues and try again.'

// pages/volumes.tsx
export const volumesHelp = 'Each drive of a tenant claims one volume. Volumes appear here once a tenant exists.'
