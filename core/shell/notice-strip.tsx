import { displayText } from '../protocol/format.ts'
import { hideNotice, type SidebarNoticeSource, useNoticeBadge, useWorstNotice } from '../web/notices.ts'
import { Banner } from '../../ui/banner.tsx'
import { Link } from '../../ui/link.tsx'
import { Status } from '../../ui/status.tsx'
import { hidden } from '../../ui/text.css.ts'
import * as styles from './notices.css.ts'

/** Strip under the page header with the most severe notice. A dismissed notice stays hidden until it starts again. */
export const NoticeStrip = ({ sources }: { sources: readonly SidebarNoticeSource[] }) => {
  const worst = useWorstNotice(sources)
  if (!worst) return null
  const { notice, source, others } = worst
  return (
    <Banner
      tone={notice.tone}
      look="strip"
      action={
        <Link href={source.all}>
          {others > 0 ? `${others} more ${others === 1 ? source.noun.one : source.noun.many}` : 'View'}
        </Link>
      }
      onClose={() => hideNotice(notice.id)}
    >
      <strong>{displayText(notice.title)}</strong> {displayText(notice.text)}
    </Banner>
  )
}

/** Badge with the number of notices, next to the label of a sidebar entry. */
export const NoticeBadge = ({ to, source }: { to: string | undefined; source: SidebarNoticeSource | undefined }) => {
  const mark = useNoticeBadge(source && to)
  if (!mark || !source) return null
  return (
    <span className={styles.mark}>
      <Status tone={mark.tone}>{String(mark.count)}</Status>
      <span className={hidden}>{mark.count === 1 ? source.noun.one : source.noun.many}</span>
    </span>
  )
}
