import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import SearchX from 'lucide-react/icons/search-x'
import { counted } from 'stowage'
import { isFormPanel, useMissingFeature, usePanels, useQuery } from 'stowage/web'
import { Button, Count, EditedDot, Empty, Icon, Link, Search, Status, Row } from 'stowage/ui'
import { hidden, intro } from 'stowage/classes'
import type { Section } from '../contract.ts'
import { panelAddress } from '../addresses.ts'
import { contentsOf } from './section-search.ts'
import * as styles from './settings.css.ts'
import { useUnsaved } from './unsaved.ts'
import { usePendingValues } from './pending-values.ts'

/** Number of matching settings listed below their section. */
const NAMED = 4

type ContentsProps = {
  sections: readonly Section[] | undefined
  /** Path of the open section or panel. */
  current: string | undefined
}

type MarkProps = { section: Section; restartPending: boolean; edited: boolean }

/** The most urgent state of a section, and how many targets are set up. */
const Marks = ({ section: { count, locked }, restartPending, edited }: MarkProps) => (
  <Row as="span" gap={3} className={styles.marks}>
    {restartPending ? (
      <Status tone="warning">Restart pending</Status>
    ) : edited ? (
      <EditedDot />
    ) : (
      locked && <Icon of={LockKeyhole} size={14} label="Set by the server's environment" />
    )}
    {count !== undefined && count > 0 && <Count of={count} />}
  </Row>
)

/** All sections and panels by group. The search covers both. */
export const Contents = ({ sections, current }: ContentsProps) => {
  const [search, setSearch] = useQuery('search')
  const pending = usePendingValues('', '_')
  const { forms } = useUnsaved()
  const unavailable = useMissingFeature('configuration')
  const panels = usePanels().filter(isFormPanel)
  const groups = sections ? contentsOf(sections, panels, search) : []
  const found = groups.reduce((sum, { entries, panels: own }) => sum + entries.length + own.length, 0)
  const noMatch = `No setting matches "${search}"`
  const address = (path: string, field?: string) => {
    const query = new URLSearchParams({ ...(search && { search }), ...(field && { field }) }).toString()
    return path + (query && `?${query}`)
  }
  return (
    <>
      <div>
        <Search label="Search Settings" value={search} onChange={setSearch} />
      </div>
      <p role="status" className={hidden}>
        {sections &&
          search &&
          (found === 0 ? noMatch : `${counted(found, { one: 'section', many: 'sections' })} found`)}
      </p>
      {sections && groups.length === 0 && (
        <Empty icon={SearchX} title={noMatch} action={<Button onPress={() => setSearch('')}>Clear search</Button>} />
      )}
      {groups.map(({ group, entries, panels: own }) => (
        <nav key={group} className={styles.items} aria-label={group}>
          <h2 className={styles.groupTitle}>{group}</h2>
          {entries.map(({ section, hits }) => (
            <div key={section.key} className={styles.items}>
              <Link
                className={styles.section[`/settings/${section.key}` === current ? 'current' : 'plain']}
                href={address(`/settings/${section.key}`)}
              >
                {section.title}
                <Marks
                  section={section}
                  restartPending={section.restartPending === true || pending.names.has(section.key)}
                  edited={forms.some((form) => form.section.key === section.key)}
                />
              </Link>
              {hits.slice(0, NAMED).map(({ key, title }) => (
                <Link key={key} className={styles.hit} href={address(`/settings/${section.key}`, key)}>
                  {title}
                </Link>
              ))}
            </div>
          ))}
          {own.map(({ id, title }) => (
            <Link
              key={id}
              className={styles.section[panelAddress(id) === current ? 'current' : 'plain']}
              href={address(panelAddress(id))}
            >
              {title}
            </Link>
          ))}
        </nav>
      ))}
      {sections && unavailable && <p className={intro}>{unavailable}</p>}
    </>
  )
}
