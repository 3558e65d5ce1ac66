import { canOpenPage } from 'stowage/web'
import { browseAddress, browsePage } from 'stowage/plugins/object-browser'

/** Address of a bucket or object in the object browser; `undefined` if that is disabled or the account lacks access. */
export const objectAddress = (bucket: string, key = '') =>
  canOpenPage(browsePage) ? browseAddress(bucket, key) : undefined
