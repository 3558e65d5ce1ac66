import type { DialogProps } from 'stowage/web'
import { Size } from './actions/size.tsx'

/** Dialog that counts the objects of a bucket, for other plugins. */
const BucketSize = ({ about: { bucket = '' }, onClose }: DialogProps) => (
  <Size bucket={bucket} folder="" onClose={onClose} />
)

export default BucketSize
