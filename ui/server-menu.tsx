import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Server from 'lucide-react/icons/server'
import { useId, useState } from 'react'
import { displayName } from '../core/protocol/format.ts'
import type { Servers } from '../core/protocol/servers.ts'
import { readServer, type ServerState } from './servers.ts'
import * as buttons from './button.css.ts'
import { Icon } from './icon.tsx'
import { Status } from './status.tsx'
import { useTooltip } from './tooltip.tsx'
import { ServerList } from './server-list.tsx'
import * as styles from './server-menu.css.ts'

type States = Readonly<Record<string, ServerState | 'unknown'>>

/** States of all servers; each appears when its server has answered. */
const useStates = ({ all }: Servers) => {
  const [states, setStates] = useState<States>({})
  const reload = () => {
    for (const { name, path } of all)
      void readServer(path)
        .catch(() => 'unknown' as const)
        .then((state) => setStates((before) => ({ ...before, [name]: state })))
  }
  return [states, reload] as const
}

const Details = ({ of: state }: { of: States[string] | undefined }) => {
  if (state === undefined) return <span className={styles.details} />
  if (state === 'unknown')
    return (
      <span className={styles.details}>
        <Status tone="unknown">Unknown</Status>
      </span>
    )
  const { account, version } = state
  return (
    <span className={styles.details}>
      <Status tone={state.state === 'up' ? 'ok' : 'danger'}>
        {state.state === 'up' ? 'Reachable' : 'Does not answer'}
      </Status>
      <span>{account === undefined ? 'Not signed in' : displayName(account)}</span>
      {account !== undefined && <span>{version ?? 'Version unknown'}</span>}
    </span>
  )
}

/** Switches to another server. Its button names the current one; the list is opened and closed by the browser. */
export const ServerMenu = ({ servers, closed }: { servers: Servers; closed: boolean }) => {
  const id = useId()
  const [states, reload] = useStates(servers)
  const label = `Server: ${servers.current}`
  const { target, bubble } = useTooltip(closed ? label : undefined)
  const trigger = { type: 'button', 'aria-label': label, popoverTarget: id, onClick: reload } as const
  return (
    <div className={styles.root}>
      {closed ? (
        <button {...trigger} {...target} className={buttons.iconButton.plain}>
          <Icon of={Server} />
        </button>
      ) : (
        <button {...trigger} className={styles.trigger}>
          <Icon of={Server} />
          <span className={styles.current}>{servers.current}</span>
          <Icon of={ChevronsUpDown} size={14} />
        </button>
      )}
      {closed && bubble}
      <div id={id} popover="auto" className={styles.list}>
        <ServerList {...servers} details={({ name }) => <Details of={states[name]} />} />
      </div>
    </div>
  )
}
