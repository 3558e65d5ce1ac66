import type { PageProps } from '../../../core/plugin.ts'
import SearchX from 'lucide-react/icons/search-x'
import { useQuery } from '../../../core/location.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Empty, LoadError } from '../../../core/ui/empty.tsx'
import { Link } from '../../../core/ui/link.tsx'
import { Page } from '../../../core/ui/page.tsx'
import { Search } from '../../../core/ui/search.tsx'
import { Skeleton } from '../../../core/ui/skeleton.tsx'
import { Status } from '../../../core/ui/status.tsx'
import { useNarrow } from '../../../core/ui/use-narrow.ts'
import { useCall } from '../../../core/use-call.ts'
import { settings } from '../contract.ts'
import { shapeOf } from '../sections.ts'
import { grouped } from './found.ts'
import { SectionEditor } from './section.tsx'
import * as styles from './settings.css.ts'
import { useWaiting } from './waiting.ts'

/** So many settings that a search finds are named below their section. */
const NAMED = 4

/** The sections of the configuration, and the form of one (spec/1 2.11). In a narrow window these are two screens. */
export default function Settings({ params }: PageProps) {
  const list = useCall(settings.list)
  const [search, setSearch] = useQuery('search')
  const isNarrow = useNarrow()
  const waiting = useWaiting('', '_')
  const sections = list.data && (list.data.configurations ?? [])
  const groups = sections && grouped(sections, search)
  const first = sections && grouped(sections, '')[0]?.entries[0]?.section.key
  const chosen = params.section ?? (isNarrow ? undefined : first)
  const isAlone = isNarrow && params.section !== undefined
  const back = isAlone ? { crumbs: [{ label: 'Settings', href: '/settings' }] } : {}
  return (
    <Page title={isAlone ? shapeOf(params.section ?? '').title : 'Settings'} {...back}>
      <div className={styles.both}>
        {!isAlone && (
          <div className={styles.list}>
            <div>
              <Search label="Search Settings" value={search} onChange={setSearch} />
            </div>
            {list.error && !sections && <LoadError what="the settings" error={list.error} onRetry={() => void list.reload()} />}
            {!sections && !list.error && <Skeleton rows={8} columns={1} />}
            {groups?.length === 0 && <Empty icon={SearchX} title={`No setting matches "${search}"`} action={<Button onPress={() => setSearch('')}>Clear search</Button>} />}
            {groups?.map(({ group, entries }) => (
              <nav key={group} className={styles.items} aria-label={group}>
                <h2 className={styles.groupTitle}>{group}</h2>
                {entries.map(({ section, shape, hits }) => (
                  <div key={section.key} className={styles.items}>
                    <Link className={styles.section[section.key === chosen ? 'current' : 'plain']} href={`/settings/${section.key}${search && `?search=${encodeURIComponent(search)}`}`}>
                      {shape.title}
                      {waiting.names.has(section.key) && <Status tone="warning">Waits</Status>}
                    </Link>
                    {hits.slice(0, NAMED).map(({ key, title }) => (
                      <span key={key} className={styles.hit} title={key}>
                        {title}
                      </span>
                    ))}
                  </div>
                ))}
              </nav>
            ))}
          </div>
        )}
        {chosen && <SectionEditor key={chosen} name={chosen} />}
      </div>
    </Page>
  )
}
