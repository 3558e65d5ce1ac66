import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import type { Pin } from './pins.ts'
import { type Copyable, CopyButton, CopyMenu } from './copy-button.tsx'
import { HelpPanel, useHelpOpen, type Help } from './help-panel.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { MiddleTruncate } from './middle-truncate.tsx'
import { PinButton } from './pin-button.tsx'
import * as styles from './page.css.ts'
import { useNarrow } from './use-narrow.ts'
import { focusPage } from './use-row-keys.ts'
import { truncated } from './text.css.ts'

/**
 * Provided by the shell to every page: content before the title (the menu button when narrow) and below the header
 * (banners). `onTitle` receives the title, for the browser tab.
 */
export const PageFrame = createContext<{ start?: ReactNode; below?: ReactNode; onTitle?: (title: string) => void }>({})

/** Receives the id of the tabs in a page's header, whose panel is the content of the page. */
export const PageTabs = createContext<((id: string | undefined) => void) | undefined>(undefined)

type PageProps = {
  title: string
  /** From the list to the parent of this page; the title is the last crumb. */
  crumbs?: readonly { label: string; href: string }[] | undefined
  /** The exact name in the title, for copying it. */
  copy?: string | undefined
  /** Further texts to copy, such as an ARN; the name comes first. */
  copies?: readonly Copyable[] | undefined
  /** Pin of the page in the sidebar. */
  pin?: Pin | undefined
  /** A status or badge after the title; with little room only the dot of a status is shown. */
  status?: ReactNode
  /** Actions of the page, at the right: a button, or `Actions` if there are several. */
  actions?: ReactNode
  help?: Help | undefined
  /** Label of a skip link after the title, visible while focused, to the rows of the page's table. */
  skipLinkText?: string
  /** `Tabs` without content, under the header. */
  tabs?: ReactNode
  /** A `Drawer`, as high as the page. */
  beside?: ReactNode
  children: ReactNode
}

/** A crumb up to this length is never truncated. */
const MAX_CRUMB_LENGTH = 22

/** A page: header and content, aligned at the left. */
export const Page = ({
  title,
  copy,
  copies = [],
  pin,
  crumbs,
  status,
  actions,
  help,
  skipLinkText,
  tabs,
  beside,
  children,
}: PageProps) => {
  const frame = useContext(PageFrame)
  const [open, setOpen] = useHelpOpen()
  const [tabsId, setTabsId] = useState<string>()
  const panel = tabsId && { role: 'tabpanel', id: `${tabsId}-panel`, 'aria-labelledby': `${tabsId}-tab` }
  // in a narrow window a drawer covers the page
  const isCovered = useNarrow() && !!beside
  useEffect(() => frame.onTitle?.(title), [title, frame.onTitle])
  return (
    <div className={styles.layout}>
      <div className={styles.page} inert={isCovered}>
        <header className={styles.top}>
          <div className={styles.head[tabs ? 'flush' : 'line']}>
            {frame.start}
            <div className={styles.names}>
              {crumbs && crumbs.length > 0 && (
                <nav
                  className={
                    styles.crumbs[crumbs.some(({ label }) => label.length > MAX_CRUMB_LENGTH) ? 'long' : 'short']
                  }
                  aria-label="Breadcrumb"
                >
                  {crumbs.map(({ label, href }, index) => (
                    <span key={href} style={{ display: 'contents' }}>
                      <Link
                        href={href}
                        className={styles.crumb[label.length > MAX_CRUMB_LENGTH ? 'long' : 'short']}
                        title={label}
                      >
                        <span className={truncated}>{label}</span>
                      </Link>
                      <span className={index === crumbs.length - 1 ? styles.lastSeparator : styles.separator}>
                        <Icon of={ChevronRight} size={14} />
                      </span>
                    </span>
                  ))}
                </nav>
              )}
              <div className={styles.titleLine}>
                <h1 className={styles.title[crumbs ? 'detail' : 'page']} title={title} tabIndex={-1}>
                  <MiddleTruncate>{title}</MiddleTruncate>
                </h1>
                {copy !== undefined &&
                  (copies.length > 0 ? (
                    <CopyMenu label="Copy" of={[{ label: 'Name', text: copy }, ...copies]} />
                  ) : (
                    <CopyButton text={copy} label="Copy name" />
                  ))}
                {pin && <PinButton of={pin} />}
              </div>
            </div>
            {skipLinkText && (
              <div className={styles.skip}>
                <Button size="sm" where="browser" onPress={focusPage}>
                  {skipLinkText}
                </Button>
              </div>
            )}
            {status && <div className={styles.status}>{status}</div>}
            <span className={styles.push} />
            {actions && <div className={styles.pageActions}>{actions}</div>}
            {help && <IconButton icon={CircleHelp} label="Help" pressed={open} onPress={() => setOpen(!open)} />}
          </div>
          {frame.below}
          {tabs && (
            <div className={styles.tabs}>
              <PageTabs value={setTabsId}>{tabs}</PageTabs>
            </div>
          )}
        </header>
        <div className={styles.body} data-help={help && open ? 'open' : undefined}>
          <main className={styles.content}>
            <div style={{ display: 'contents' }} {...panel}>
              {children}
            </div>
          </main>
          {help && open && <HelpPanel help={help} onClose={() => setOpen(false)} />}
        </div>
      </div>
      {beside}
    </div>
  )
}

/** Toolbar of a table or grid: search at the left, filters, space, selection, actions, the main action last. */
export const Toolbar = ({ children }: { children: ReactNode }) => <div className={styles.toolbar}>{children}</div>

/** Line between actions on the selection and other actions; hidden if the toolbar wraps. */
export const Divider = () => <span className={styles.divider} />

/** Flexible space that pushes the next elements to the right. */
export const Spacer = () => <span className={styles.spacer} />
