import Package from 'lucide-react/icons/package'
import type { ReactNode } from 'react'
import { counted, displayName, s3Arn, s3Uri } from 'stowage'
import { CopyMenu, Icon, Link, Menu, Row } from 'stowage/ui'
import * as styles from './path-bar.css.ts'
import { browseAddress, folderChain, shownName } from './path.ts'

/** Most steps that fit; of a longer path, the first and the last ones are shown. */
const MAX_STEPS = 8

/**
 * Path of the current folder or object with a link to each parent folder, to which `query` is appended; `end` is for
 * further actions.
 */
export const PathBar = ({
  bucket,
  path,
  query = '',
  end,
}: {
  bucket: string
  path: string
  query?: string
  end?: ReactNode
}) => {
  const nameOf = (folder: string) => displayName(folder ? shownName(folder) : bucket)
  const folders = ['', ...folderChain(path)]
  const hidden = folders.length > MAX_STEPS ? folders.slice(1, 2 - MAX_STEPS) : []
  return (
    <nav className={styles.bar} aria-label="Path">
      <Row as="span" align="stretch" className={styles.icon}>
        <Icon of={Package} />
      </Row>
      <Row as="ol" align="stretch" shrink className={styles.steps}>
        {folders
          .filter((folder) => !hidden.includes(folder) || folder === hidden[0])
          .map((folder) => (
            <Row as="li" key={folder} className={styles.step}>
              {folder === hidden[0] ? (
                <Menu
                  label={counted(hidden.length, { one: 'more folder', many: 'more folders' })}
                  trigger={{ look: 'plain' }}
                  items={hidden.map((one) => ({ label: nameOf(one), href: browseAddress(bucket, one) + query }))}
                />
              ) : folder === path ? (
                <span className={styles.current} aria-current="page" title={nameOf(folder)}>
                  {nameOf(folder)}
                </span>
              ) : (
                <Link href={browseAddress(bucket, folder) + query} className={styles.link} title={nameOf(folder)}>
                  {nameOf(folder)}
                </Link>
              )}
              {(folder.endsWith('/') || !folder) && (
                <span className={styles.slash} aria-hidden>
                  /
                </span>
              )}
            </Row>
          ))}
      </Row>
      {end}
      <CopyMenu
        label="Copy"
        of={[
          { label: 'Path', text: `${bucket}/${path}` },
          { label: 'S3 URI', text: s3Uri(bucket, path) },
          { label: 'ARN', text: s3Arn(bucket, path) },
        ]}
      />
    </nav>
  )
}
