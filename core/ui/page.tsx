import type { LucideIcon } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import X from 'lucide-react/icons/x'
import { createContext, useContext, useEffect, type ReactNode } from 'react'
import '../chunks.ts'
import { count as formatCount } from '../format.ts'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { HelpPanel, useHelpOpen, type Help } from './help-panel.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import * as styles from './page.css.ts'
import * as text from './text.css.ts'
import type { Noun } from './words.ts'

/**
 * What the shell puts into every page: before its title (the menu button when narrow) and under its head (banners).
 * `onTitle` is told the title, for the tab.
 */
export const PageFrame = createContext<{ start?: ReactNode; below?: ReactNode; onTitle?: (title: string) => void }>({})

type PageProps = {
  title: string
  /** From the list down to what stands above this page; the title is the last one. */
  crumbs?: readonly { label: string; href: string }[] | undefined
  /** A status or badge after the title. */
  status?: ReactNode
  /** What can be done with the whole page, at the right: a button, or `Actions` where there are several. */
  actions?: ReactNode
  help?: Help | undefined
  /** `Tabs` without content, under the head. */
  tabs?: ReactNode
  children: ReactNode
}

/** A page: its head, and its content with the same left edge. */
export const Page = ({ title, crumbs, status, actions, help, tabs, children }: PageProps) => {
  const frame = useContext(PageFrame)
  const [open, setOpen] = useHelpOpen()
  useEffect(() => frame.onTitle?.(title), [title, frame.onTitle])
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div className={styles.head[tabs ? 'flush' : 'line']}>
          {frame.start}
          <div className={styles.names}>
            {crumbs && crumbs.length > 0 && (
              <nav className={styles.crumbs} aria-label="Breadcrumb">
                {crumbs.map(({ label, href }, index) => (
                  <span key={href} style={{ display: 'contents' }}>
                    <Link href={href} className={styles.crumb} title={label}>
                      <span className={text.truncated}>{label}</span>
                    </Link>
                    <span className={index === crumbs.length - 1 ? styles.lastSeparator : styles.separator}>
                      <Icon of={ChevronRight} size={14} />
                    </span>
                  </span>
                ))}
              </nav>
            )}
            <h1 className={classes(styles.title[crumbs ? 'detail' : 'page'], text.truncated)} title={title} tabIndex={-1}>
              {title}
            </h1>
          </div>
          {status && <div className={styles.status}>{status}</div>}
          <span className={styles.push} />
          {actions && <div className={styles.pageActions}>{actions}</div>}
          {help && <IconButton icon={CircleHelp} label="Help" pressed={open} onPress={() => setOpen(!open)} />}
        </div>
        {frame.below}
        {tabs && <div className={styles.tabs}>{tabs}</div>}
      </header>
      <div className={styles.body}>
        <main className={styles.content}>{children}</main>
        {help && open && <HelpPanel help={help} onClose={() => setOpen(false)} />}
      </div>
    </div>
  )
}

/** Over a table or grid: search at the left, filters, space, what is selected, actions, the main action last. */
export const Toolbar = ({ children }: { children: ReactNode }) => <div className={styles.toolbar}>{children}</div>

/** The space in a toolbar that pushes what follows to the right. */
export const Spacer = () => <span className={styles.spacer} />

type SelectedProps = {
  count: number
  /** More about them: "7.6 GiB". */
  text?: string | undefined
  noun?: Noun
  /** What can be done with all of them; disabled, saying so, while none is selected. */
  actions?: readonly {
    label: string
    icon: LucideIcon
    onSelect: () => void
    tone?: 'danger' | undefined
    disabled?: string | false
  }[]
  onClear?: () => void
}

/** "2 selected" and what can be done with them: in the toolbar, or when narrow in a bar at the bottom. */
export const Selected = ({ count, text: more, noun, actions = [], onClear }: SelectedProps) => {
  const none = count === 0 && `Select ${noun ? `at least one ${noun.one}` : 'something'} first`
  return (
    <div className={styles.selected[count > 0 ? 'some' : 'none']}>
      <span className={styles.selectedText} role="status">
        {count > 0 && `${formatCount(count)} selected${more ? `, ${more}` : ''}`}
      </span>
      <span className={styles.wideOnly}>
        {actions.map(({ label, icon, onSelect, tone, disabled }) => (
          <Button
            key={label}
            icon={icon}
            tone={tone ? 'dangerQuiet' : 'secondary'}
            disabled={disabled || none}
            onPress={onSelect}
          >
            {label}
          </Button>
        ))}
      </span>
      <span className={styles.narrowOnly}>
        {actions.map(({ label, icon, onSelect, tone, disabled }) => (
          <IconButton
            key={label}
            icon={icon}
            label={label}
            look={tone ?? 'plain'}
            disabled={disabled || none}
            onPress={onSelect}
          />
        ))}
        {onClear && <IconButton icon={X} label="Clear selection" onPress={onClear} />}
      </span>
    </div>
  )
}
