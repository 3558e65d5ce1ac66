import SearchX from 'lucide-react/icons/search-x'
import { useQuery } from '../../../core/location.ts'
import { usePanels } from '../../../core/panels.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Empty } from '../../../core/ui/empty.tsx'
import { Link } from '../../../core/ui/link.tsx'
import { intro } from '../../../core/ui/page-form.css.ts'
import { Search } from '../../../core/ui/search.tsx'
import { Status } from '../../../core/ui/status.tsx'
import { useLack } from '../../../core/use-lack.ts'
import type { Section } from '../contract.ts'
import { grouped, panelsWith } from './found.ts'
import * as styles from './settings.css.ts'
import { useWaiting } from './waiting.ts'

/** So many settings that a search finds are named below their section. */
const NAMED = 4

type ContentsProps = {
  sections: readonly Section[] | undefined
  /** The address of what is open. */
  current: string | undefined
}

/** All sections by group, and the panels of plugins; a search goes through both. */
export const Contents = ({ sections, current }: ContentsProps) => {
  const [search, setSearch] = useQuery('search')
  const waiting = useWaiting('', '_')
  const lack = useLack('configuration')
  const groups = sections ? grouped(sections, search) : []
  const panels = panelsWith(usePanels(), search)
  const address = (path: string) => `${path}${search && `?search=${encodeURIComponent(search)}`}`
  return (
    <>
      <div>
        <Search label="Search Settings" value={search} onChange={setSearch} />
      </div>
      {sections && groups.length + panels.length === 0 && (
        <Empty icon={SearchX} title={`No setting matches "${search}"`} action={<Button onPress={() => setSearch('')}>Clear search</Button>} />
      )}
      {groups.map(({ group, entries }) => (
        <nav key={group} className={styles.items} aria-label={group}>
          <h2 className={styles.groupTitle}>{group}</h2>
          {entries.map(({ section, shape, hits }) => (
            <div key={section.key} className={styles.items}>
              <Link className={styles.section[`/settings/${section.key}` === current ? 'current' : 'plain']} href={address(`/settings/${section.key}`)}>
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
      {sections && panels.length > 0 && (
        <nav className={styles.items} aria-label="Plugins">
          <h2 className={styles.groupTitle}>Plugins</h2>
          {panels.map(({ id, title }) => (
            <Link key={id} className={styles.section[`/settings/of/${id}` === current ? 'current' : 'plain']} href={address(`/settings/of/${id}`)}>
              {title}
            </Link>
          ))}
        </nav>
      )}
      {sections && lack && <p className={intro}>{lack}</p>}
    </>
  )
}
