import { useSession } from '../web/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { storageCouldNotWrite } from '../messages.ts'

/** Strip on every page: the storage could not write at sign-in, and what that means for this session. */
export const WriteFailureStrip = () =>
  useSession().writes ? (
    <Banner tone="danger" look="strip">
      <strong>{storageCouldNotWrite}</strong> Uploads and changes fail while too few drives are available. Sign in again
      once it can write: until then this session uses your own keys.
    </Banner>
  ) : null
