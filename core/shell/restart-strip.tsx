import { useSnapshot } from 'valtio'
import { banners } from '../web/toasts.ts'
import { core } from '../protocol/calls.ts'
import { restartStorageServer } from '../web/restart.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Progress } from '../../ui/progress.tsx'
import { useCallRefusals } from '../web/use-permissions.ts'
import * as styles from './restart.css.ts'
import { restartNeeded, restartInterruptsRequests } from '../messages.ts'

/** Strip under the page header while the server needs a restart, and while it restarts. */
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
  return <RestartNeeded />
}

const RestartNeeded = () => {
  const refusal = useCallRefusals({ restart: core.restart })
  const restart = () => confirm({ title: 'Restart Server', body: restartInterruptsRequests, verb: 'Restart' })
  const button = (
    <Button
      size="sm"
      disabled={refusal('restart')}
      onPress={async () => {
        if (await restart()) await restartStorageServer()
      }}
    >
      Restart
    </Button>
  )
  return (
    <Banner tone="warning" look="strip" action={button}>
      <strong>{restartNeeded}</strong> for configuration changes to take effect.
    </Banner>
  )
}
