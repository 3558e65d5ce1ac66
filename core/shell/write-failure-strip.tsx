import { useSession } from '../web/session.ts'
import { Banner } from '../../ui/banner.tsx'

/** Strip on every page: the storage could not write at sign-in, and what that means for this session. */
export const WriteFailureStrip = () =>
  useSession().writes ? (
    <Banner tone="danger" look="strip">
      <strong>The storage could not write when you signed in.</strong> Uploads and changes fail while too few drives are
      available. Sign in again once it can write: until then this session uses your own keys.
    </Banner>
  ) : null
