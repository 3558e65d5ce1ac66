import Package from 'lucide-react/icons/package'
import type { ReactNode } from 'react'
import { displayName, s3Arn, s3Uri } from 'stowage'
import { CopyMenu, Icon, Link, Row } from 'stowage/ui'
import * as styles from './path-bar.css.ts'
import { bareName, browseAddress, folderChain } from './path.ts'

const label = (path: string) => displayName(bareName(path)) || '(empty name)'

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
  const nameOf = (folder: string) => (folder ? label(folder) : displayName(bucket))
  return (
    <nav className={styles.bar} aria-label="Path">
      <Row as="span" align="stretch" className={styles.icon}>
        <Icon of={Package} />
      </Row>
      <Row as="ol" align="stretch" shrink className={styles.steps}>
        {['', ...folderChain(path)].map((folder) => (
          <Row as="li" key={folder} className={styles.step}>
            {folder === path ? (
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
