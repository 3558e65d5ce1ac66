import { RadixDialog as Radix } from './radix.ts'
import Clock from 'lucide-react/icons/clock'
import PinIcon from 'lucide-react/icons/pin'
import Search from 'lucide-react/icons/search'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { matchPath } from '../core/protocol/address.ts'
import { displayName } from '../core/protocol/format.ts'
import { currentLocation, navigate } from '../core/web/location.ts'
import { type Pin, usePins } from './pins.ts'
import type { PluginRoute, SearchSection } from '../core/web/plugin.ts'
import { currentEntry, type EntryGroup } from '../core/web/registry.ts'
import { withServer } from './servers.ts'
import { useSession } from '../core/web/session.ts'
import { Icon } from './icon.tsx'
import { keycap } from './text.css.ts'
import { usePermissions } from '../core/web/use-permissions.ts'
import { commandsOf, findCommands, type Command, type CommandMatch } from './commands.ts'
import { PaletteRows } from './palette-rows.tsx'
import * as styles from './palette.css.ts'
import { recentPages } from './recent-pages.ts'
import { usePaletteOrder } from './use-palette-order.ts'
import { type PaletteSection, usePaletteSearch } from './use-palette-search.ts'
import { onlyAllowedListed, searchFailed, goToPageOrAction } from './messages.ts'
import { useFocusRestore } from './use-focus-restore.ts'

type PaletteProps = {
  routes: readonly PluginRoute[]
  groups: readonly EntryGroup[]
  searches: readonly SearchSection[]
  onClose: () => void
  onShow: (name: 'shortcuts') => void
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Longest query in characters; servers search for up to 1,024 bytes. */
const MAX_QUERY = 256

/** Recent pages that the account may still open, without the current one. */
const recentOf = (account: string, routes: readonly PluginRoute[], groups: readonly EntryGroup[]): Command[] =>
  recentPages(account)
    .filter(({ route, to }) => to !== currentLocation().path && routes.some(({ path }) => path === route))
    .map(({ title, within, to }) => ({
      section: 'Recent',
      label: displayName(title),
      icon: Clock,
      hint: [currentEntry(groups, to)?.label, displayName(within)].filter(Boolean).join(', '),
      run: () => void navigate(to),
    }))

const pinned = (pins: readonly Pin[], groups: readonly EntryGroup[]): Command[] =>
  pins.map(({ label, href }) => ({
    section: 'Pinned',
    label: displayName(label),
    icon: PinIcon,
    hint: currentEntry(groups, href)?.label ?? '',
    to: href,
    run: () => void navigate(href),
  }))

/** Whether the account has the page that a command leads to, if it leads to one. */
const isAllowed =
  (routes: readonly PluginRoute[]) =>
  ({ to }: Command) =>
    to === undefined || routes.some(({ path }) => matchPath(path, to.replace(/\?.*/s, '')))

/** Commands available without a server search; while nothing is typed, pinned and recent pages come first. */
const useCommands = ({ routes, groups, onShow }: PaletteProps) => {
  const { account } = useSession()
  const { pins } = usePins()
  const all = useMemo(
    () => [
      ...pinned(pins, groups).filter(isAllowed(routes)),
      ...recentOf(account, routes, groups),
      ...commandsOf(groups, () => onShow('shortcuts')).filter(isAllowed(routes)),
    ],
    [account, pins, routes, groups, onShow],
  )
  const may = usePermissions(
    Object.fromEntries(all.flatMap(({ needs }) => (needs ? [[needs, { action: needs }]] : []))),
  )
  return all.filter(({ needs }) => !needs || may[needs])
}

const sectionsOf = (commands: readonly CommandMatch[]): PaletteSection[] =>
  [...new Set(commands.map(({ section }) => section))].map((name) => ({
    name,
    rows: commands.filter(({ section }) => section === name),
    more: 0,
  }))

/**
 * The command palette (Ctrl/Cmd+K): opens a page or an object by name, or starts an action. Typing filters, arrows and
 * Enter select.
 */
export const Palette = (props: PaletteProps) => {
  const { searches, onClose } = props
  const [query, setQuery] = useState('')
  const [chosen, choose] = useState('')
  const id = useId()
  const text = query.trim()
  // once something is typed, search results come before fixed commands
  const isLast = (name: string) => text !== '' && (name === 'Pinned' || name === 'Recent' || name === 'Console')
  const commands = sectionsOf(findCommands(useCommands(props), query))
  const { sections, searching, failed } = usePaletteSearch(searches, text)
  const { ordered, pin } = usePaletteOrder(
    [...commands.filter(({ name }) => !isLast(name)), ...sections, ...commands.filter(({ name }) => isLast(name))],
    text,
    isLast,
  )
  const restoreFocus = useFocusRestore()

  const commandsInOrder = ordered.flatMap(({ rows }) => rows)
  const keyOf = (command: CommandMatch) => `${command.section} ${command.label} ${command.hint ?? ''}`
  const active = commandsInOrder.find((command) => keyOf(command) === chosen) ?? commandsInOrder[0]
  const idOf = (command: CommandMatch) => `${id}-${commandsInOrder.indexOf(command)}`

  const pick = (command: CommandMatch) => {
    choose(keyOf(command))
    pin()
  }
  const run = (command: CommandMatch) => {
    // a dialog that the command opens returns the focus to the element that has it now
    flushSync(onClose)
    restoreFocus()
    command.run()
  }
  const search = (next: string) => {
    setQuery(next)
    choose('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // the key belongs to an input method
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    const next =
      step &&
      active &&
      commandsInOrder[(commandsInOrder.indexOf(active) + step + commandsInOrder.length) % commandsInOrder.length]
    if (next) pick(next)
    else if (event.key !== 'Enter') return
    else if (active) run(active)
    event.preventDefault()
  }

  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.palette}
          aria-describedby={undefined}
          aria-label="Go to"
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            restoreFocus()
          }}
        >
          <div className={styles.query}>
            <Icon of={Search} />
            <input
              className={styles.input}
              role="combobox"
              aria-label={withServer(goToPageOrAction)}
              aria-expanded
              aria-controls={id}
              aria-activedescendant={active && idOf(active)}
              aria-autocomplete="list"
              placeholder={withServer('Go to…')}
              autoComplete="off"
              spellCheck={false}
              maxLength={MAX_QUERY}
              value={query}
              onChange={(event) => search(event.target.value)}
            />
            <span className={keycap} aria-hidden>
              Esc
            </span>
          </div>
          <div id={id} className={styles.list} role="listbox" aria-label="Pages, actions and objects">
            {ordered.map((section) => (
              <PaletteRows key={section.name} {...{ section, idOf, active }} onPoint={pick} onRun={run} />
            ))}
          </div>
          {failed.map(({ name, failure }) => (
            <p key={name} className={styles.status} role="status">
              {searchFailed(name, failure)}
            </p>
          ))}
          {searching.length > 0 && <p className={styles.status}>{`Searching ${searching.join(', ')}…`}</p>}
          {commandsInOrder.length + searching.length === 0 && (
            <p className={styles.none} role="status">
              {`Nothing matches "${text}"`}
            </p>
          )}
          <footer className={styles.foot}>
            <span className={styles.keys} aria-hidden>
              <span className={keycap}>↑</span>
              <span className={keycap}>↓</span>
              move
              <span className={keycap}>Enter</span>
              open
            </span>
            <span className={styles.promise}>{onlyAllowedListed}</span>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
