import { useSession } from '../session.ts'
import { Banner } from '../ui/banner.tsx'

/** Says on every page of a demonstration that it is one. */
export const DemonstrationStrip = () =>
  useSession().demonstration ? (
    <Banner tone="info" look="strip">
      This is a demonstration: its cluster lies in the console's own folder, and its tenants store nothing.
    </Banner>
  ) : null
