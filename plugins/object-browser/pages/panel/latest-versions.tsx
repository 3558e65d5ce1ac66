import { bytes, count, date } from 'stowage'
import { Link, Row } from 'stowage/ui'
import { useListing } from '../listing.ts'
import * as object from '../object/object.css.ts'
import { Badges, toVersion, versionAddress } from '../object/versions.tsx'
import { browseAddress } from '../path.ts'
import * as styles from './panel.css.ts'

/** Versions listed in the panel; the object's page lists all. */
const MAX_VERSIONS = 5

/** The latest versions of an object; empty if they cannot be listed. */
export const LatestVersions = ({ bucket, path }: { bucket: string; path: string }) => {
  const { items, partial } = useListing(bucket, path, 'versions')
  if (!items) return null
  return (
    <section>
      <Row gap={3} justify="between" className={object.head}>
        <h2 className={object.title}>Versions</h2>
        <Link href={`${browseAddress(bucket, path)}?tab=versions`} className={styles.more}>
          {items.length > MAX_VERSIONS ? `${partial ? 'More than' : 'All'} ${count(items.length)} versions` : 'Open'}
        </Link>
      </Row>
      <ul>
        {items.slice(0, MAX_VERSIONS).map((item) => {
          const version = toVersion(item)
          const when = date(version.modified)
          return (
            <Row as="li" gap={3} key={version.id} className={styles.version}>
              {version.kind === 'content' ? <Link href={versionAddress(bucket, path, version.id)}>{when}</Link> : when}
              <Badges version={version} />
              <span className={styles.size}>{version.kind === 'content' && bytes(version.size)}</span>
            </Row>
          )
        })}
      </ul>
    </section>
  )
}
