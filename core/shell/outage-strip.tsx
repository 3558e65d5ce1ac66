import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { banners } from '../web/toasts.ts'
import { connection, retryNow } from '../web/connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** Whole seconds until a time in ms, updated every second. */
const useSecondsTo = (until: number) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

const AwayBanner = () => {
  const { reason, next } = useSnapshot(connection)
  const seconds = useSecondsTo(next)
  const button = (
    <Button size="sm" busy={next ? undefined : 'Trying'} onPress={retryNow}>
      Try now
    </Button>
  )
  return (
    <Banner tone="warning" look="strip" action={button}>
      <strong>{reason}.</strong> {/* announced once, not every second */}
      <span aria-hidden>{next ? `Trying again in ${seconds} s` : 'Trying again'}</span>
    </Banner>
  )
}

/**
 * Strip under the page header while the server is unreachable; the page stays as it is. A restart has its own strip.
 */
export const OutageStrip = () => {
  const { state } = useSnapshot(connection)
  const { restart } = useSnapshot(banners)
  return state === 'away' && restart !== 'running' ? <AwayBanner /> : null
}
