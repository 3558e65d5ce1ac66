import Server from 'lucide-react/icons/server'
import type { ReactNode } from 'react'
import type { Servers } from '../core/protocol/servers.ts'
import { Icon } from './icon.tsx'
import * as styles from './server-list.css.ts'

type ServerListProps = Servers & {
  /** Shown below the address of each server. */
  details?: (server: Servers['all'][number]) => ReactNode
}

/** Links to the consoles of all servers, each with its own sign-in page. */
export const ServerList = ({ current, all, details }: ServerListProps) => (
  <nav aria-label="Servers">
    <ul className={styles.list}>
      {all.map((server) => {
        const { name, path, address } = server
        const isCurrent = name === current
        return (
          <li key={name}>
            <a
              className={styles.link[isCurrent ? 'current' : 'other']}
              href={`${path}/`}
              aria-current={isCurrent ? 'page' : undefined}
            >
              <Icon of={Server} />
              <span className={styles.name}>{name}</span>
              <span className={styles.address}>{address}</span>
              {details?.(server)}
            </a>
          </li>
        )
      })}
    </ul>
  </nav>
)
