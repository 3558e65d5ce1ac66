import { useState } from 'react'
import { getPreference, setPreference } from '../web/preferences.ts'
import { useSession } from '../web/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { demonstrationNotice } from '../messages.ts'

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
      {demonstrationNotice}
    </Banner>
  )
}
