import ExternalLink from 'lucide-react/icons/external-link'
import LogOut from 'lucide-react/icons/log-out'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import PinIcon from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { displayName } from '../protocol/format.ts'
import { useCurrentLocation } from '../web/location.ts'
import type { SidebarNoticeSource } from '../web/notices.ts'
import { type Pin, usePins } from '../../ui/pins.ts'
import { currentEntry, type Entry, type EntryGroup } from '../web/registry.ts'
import { servers } from '../../ui/servers.ts'
import { signOut, useSession } from '../web/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { PluginIcon } from '../../ui/plugin-icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Link } from '../../ui/link.tsx'
import { hidden, keycap } from '../../ui/text.css.ts'
import { Logo as Brand, Wordmark } from '../../ui/brand.tsx'
import { paletteKey } from '../../ui/shortcut-keys.ts'
import { NoticeBadge } from './notice-strip.tsx'
import * as styles from './sidebar.css.ts'
import { ThemeMenu } from '../../ui/theme-menu.tsx'

/** Most consoles have one server and never load this. */
const ServerMenu = lazyPart('the servers', async () => (await import('../../ui/server-menu.tsx')).ServerMenu)

export type SidebarProps = {
  groups: readonly EntryGroup[]
  notices: readonly SidebarNoticeSource[]
  look: 'open' | 'closed' | 'sheet'
  /** Expands or collapses it; in a sheet, closes the sheet. */
  onToggle: () => void
  onFind: () => void
  /** Preloads a page's code. */
  onPoint: (to: string) => void
  /** Button at the top right that replaces the collapse button; the sheet passes one that closes it. */
  toggle?: ReactNode
}

type EntryLinkProps = {
  entry: Entry
  notice: SidebarNoticeSource | undefined
  current: boolean
  closed: boolean
  onPoint: (to: string) => void
}

const EntryLink = ({ entry: { label, short, icon, to, href }, notice, current, closed, onPoint }: EntryLinkProps) => {
  const content = (
    <>
      <PluginIcon of={icon} />
      <span className={styles.label}>{closed ? (short ?? label) : label}</span>
      <NoticeBadge to={to} source={notice} />
      {href && !closed && <Icon of={ExternalLink} size={14} />}
      {href && <span className={hidden}>(opens in a new tab)</span>}
    </>
  )
  const look = { className: styles.entryLook[current ? 'current' : 'other'] }
  if (!to) {
    return (
      <a {...look} href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    )
  }
  const preload = () => onPoint(to)
  const name = closed && short ? { 'aria-label': label } : {}
  return (
    <Link
      {...look}
      {...name}
      href={to}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {content}
    </Link>
  )
}

/** Pages that the account pinned. Not in the collapsed sidebar, which has no room for their names. */
const Pinned = ({
  pins,
  current,
  onUnpin,
}: {
  pins: readonly Pin[]
  current: Pin | undefined
  onUnpin: (pin: Pin) => void
}) => (
  <div role="group" className={styles.group} aria-label="Pinned">
    <div className={styles.heading} aria-hidden>
      Pinned
    </div>
    <ul className={styles.group}>
      {pins.map((pin) => (
        <li key={pin.href} className={styles.pin}>
          <Link
            className={styles.entryLook[pin === current ? 'current' : 'other']}
            href={pin.href}
            title={displayName(pin.label)}
            aria-current={pin === current ? 'page' : undefined}
          >
            <Icon of={PinIcon} />
            <span className={styles.label}>{displayName(pin.label)}</span>
          </Link>
          <span className={styles.unpin}>
            <IconButton
              icon={PinOff}
              label={`Unpin ${displayName(pin.label)}`}
              where="browser"
              onPress={() => onUnpin(pin)}
            />
          </span>
        </li>
      ))}
    </ul>
  </div>
)

/** The pin of the current page or of the nearest page above it. */
const currentPin = (pins: readonly Pin[], path: string) =>
  pins
    .filter(({ href }) => path === href || path.startsWith(`${href.replace(/\/$/, '')}/`))
    .sort((one, other) => other.href.length - one.href.length)[0]

const SearchButton = ({ closed, onFind }: { closed: boolean; onFind: () => void }) =>
  closed ? (
    <IconButton icon={Search} label="Go to…" onPress={onFind} />
  ) : (
    <button type="button" className={styles.find} onClick={onFind} aria-keyshortcuts="Control+K Meta+K">
      <Icon of={Search} />
      <span className={styles.findLabel}>Go to…</span>
      <span className={classes(keycap, styles.findKey)} aria-hidden>
        {paletteKey}
      </span>
    </button>
  )

const Footer = ({ closed }: { closed: boolean }) => {
  const account = displayName(useSession().account)
  // all service accounts of a cluster share this prefix
  const short = account.replace(/^system:serviceaccount:/, '')
  return (
    <div className={styles.foot}>
      <span className={styles.avatar} title={account} aria-hidden>
        {short.slice(0, 2).toUpperCase()}
      </span>
      <span className={closed ? hidden : styles.account} title={account}>
        {short}
      </span>
      <ThemeMenu />
      <IconButton icon={LogOut} label="Logout" onPress={() => void signOut()} />
    </div>
  )
}

const Header = ({ look, onToggle, onFind, toggle }: SidebarProps) => {
  if (look === 'closed') {
    return (
      <>
        <div className={styles.head}>
          <Brand />
        </div>
        <div className={styles.tools}>
          <IconButton icon={PanelLeftOpen} label="Open the sidebar" onPress={onToggle} />
          <SearchButton closed onFind={onFind} />
        </div>
      </>
    )
  }
  return (
    <>
      <div className={styles.head}>
        <Wordmark />
        {toggle ?? <IconButton icon={PanelLeftClose} label="Close the sidebar" onPress={onToggle} />}
      </div>
      <SearchButton closed={false} onFind={onFind} />
    </>
  )
}

/** The sidebar's content: links to everything the session may open, and sign-out (spec/1 2.5). */
export const Sidebar = (props: SidebarProps) => {
  const { groups, notices, look, onPoint } = props
  const { path } = useCurrentLocation()
  const closed = look === 'closed'
  const { pins, toggle: togglePin } = usePins()
  const pin = closed ? undefined : currentPin(pins, path)
  const current = pin ? undefined : currentEntry(groups, path)
  const groupAt = ({ id, label, entries }: EntryGroup, index: number) => (
    <div key={id} role="group" className={styles.group} aria-label={label ?? (index === 0 ? 'Common' : 'More')}>
      {(closed || !label) && index > 0 && <div className={styles.groupGap} />}
      {!closed && label && (
        <div className={styles.heading} aria-hidden>
          {label}
        </div>
      )}
      <ul className={styles.group}>
        {entries.map((entry) => (
          <li key={entry.label} className={styles.item}>
            <EntryLink
              entry={entry}
              notice={notices.find(({ to }) => to === entry.to)}
              current={entry === current}
              closed={closed}
              onPoint={onPoint}
            />
          </li>
        ))}
      </ul>
    </div>
  )
  return (
    <>
      <Header {...props} />
      {servers && <ServerMenu servers={servers} closed={closed} />}
      <nav className={styles.nav} aria-label="Console">
        {groups.slice(0, 1).map(groupAt)}
        {!closed && pins.length > 0 && <Pinned pins={pins} current={pin} onUnpin={togglePin} />}
        {groups.slice(1).map((group, index) => groupAt(group, index + 1))}
      </nav>
      <Footer closed={closed} />
    </>
  )
}
