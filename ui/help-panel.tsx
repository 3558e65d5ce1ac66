import ExternalLink from 'lucide-react/icons/external-link'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { helpOverlay } from '../themes/media.ts'
import { getPreference, setPreference } from '../core/web/preferences.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import * as styles from './page.css.ts'

/** Help of a page: paragraphs with small titles, and links. */
export type Help = {
  title: string
  sections: readonly { title?: string; text: string }[]
  links?: readonly { label: string; href: string }[]
}

/** Whether the help is open, stored in this browser; without room next to the page it starts closed. */
export const useHelpOpen = () => {
  const [open, setOpen] = useState(() => getPreference('help') === 'open' && !window.matchMedia(helpOverlay).matches)
  const change = (next: boolean) => {
    setPreference('help', next ? 'open' : 'closed')
    setOpen(next)
  }
  return [open, change] as const
}

/** Help at the right of a page; below 1200 px it overlays the page. */
export const HelpPanel = ({ help, onClose }: { help: Help; onClose: () => void }) => (
  <aside className={styles.help} aria-label={help.title} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
    <header className={styles.helpHead}>
      <h2 className={styles.helpHead}>{help.title}</h2>
      <IconButton icon={X} label="Close help" onPress={onClose} />
    </header>
    {help.sections.map(({ title, text }) => (
      <section key={title ?? text}>
        {title && <h3 className={styles.helpTitle}>{title}</h3>}
        <p className={styles.helpText}>{text}</p>
      </section>
    ))}
    {help.links && (
      <ul className={styles.helpLinks}>
        {help.links.map(({ label, href }) => (
          <li key={href}>
            <Link href={href} className={styles.helpLink}>
              {label} <Icon of={ExternalLink} size={14} />
            </Link>
          </li>
        ))}
      </ul>
    )}
  </aside>
)
