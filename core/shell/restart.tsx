import { useSnapshot } from 'valtio'
import { banners } from '../banners.ts'
import { core } from '../calls.ts'
import { call } from '../client.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import * as styles from './restart.css.ts'

/** Restarts the server; when that fails the banner asks again, and the cause is only logged (spec/1 section 4). */
const restart = async () => {
  banners.restart = 'running'
  try {
    await call(core.restart, { body: {} })
    banners.restart = 'none'
  } catch (failure) {
    banners.restart = 'needed'
    console.warn('The server could not be restarted.', failure)
  }
}

/** The strip under the page header while the server needs a restart, and while it restarts. */
export const RestartStrip = () => {
  const state = useSnapshot(banners).restart
  if (state === 'none') return null
  if (state === 'running') {
    return (
      <Banner tone="info" look="strip">
        <div className={styles.running}>
          The server is restarting.
          <div className={styles.bar}>
            <Progress value="running" label="The server is restarting" />
          </div>
        </div>
      </Banner>
    )
  }
  const button = (
    <Button size="sm" onPress={() => void restart()}>
      Restart
    </Button>
  )
  return (
    <Banner tone="warning" look="strip" action={button}>
      <strong>The instance needs to be restarted</strong> for configuration changes to take effect.
    </Banner>
  )
}
