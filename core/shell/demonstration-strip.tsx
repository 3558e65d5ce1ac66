import { useState } from 'react'
import { getPreference, setPreference } from '../web/preferences.ts'
import { useSession } from '../web/session.ts'
import { Banner } from '../../ui/banner.tsx'

const PREFERENCE = 'demonstration'

/** Banner of demo mode. Closing it hides it in this tab only. */
export const DemonstrationStrip = () => {
  const { demonstration } = useSession()
  const [closed, setClosed] = useState(getPreference(PREFERENCE, 'tab') !== undefined)
  if (!demonstration || closed) return null
  const close = () => {
    setPreference(PREFERENCE, 'closed', 'tab')
    setClosed(true)
  }
  return (
    <Banner tone="info" look="strip" onClose={close}>
      This is a demonstration. Its cluster, and what its tenants store, are in the console’s own folder.
    </Banner>
  )
}
