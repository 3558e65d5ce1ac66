import { useSnapshot } from 'valtio'
import { banners } from '../banners.ts'
import { restartStorage } from '../restart.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import * as styles from './restart.css.ts'

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
    <Button size="sm" onPress={() => void restartStorage()}>
      Restart
    </Button>
  )
  return (
    <Banner tone="warning" look="strip" action={button}>
      <strong>The instance needs to be restarted</strong> for configuration changes to take effect.
    </Banner>
  )
}
