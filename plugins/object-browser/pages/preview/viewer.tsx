import { Component, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { bytes, Failure } from 'stowage'
import type { ObjectViewer, ViewedObject, ViewerProps } from 'stowage/web'
import { Button, Skeleton } from 'stowage/ui'
import { type Content, createReader } from './content.ts'
import { Foot, Trouble } from './foot.tsx'
import * as styles from './preview.css.ts'
import { asFailure } from './use-content.ts'
import * as messages from '../../messages.ts'

type Loaded = ReturnType<typeof lazy<React.ComponentType<ViewerProps>>>

const loaded = new WeakMap<ObjectViewer, Loaded>()

const componentOf = (viewer: ObjectViewer): Loaded => {
  const component = loaded.get(viewer) ?? lazy(viewer.load)
  loaded.set(viewer, component)
  return component
}

type BoundaryProps = { name: string; onRetry: () => void; children: ReactNode }

/** Keeps an error of a viewer in the preview. */
class ViewerBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown error') }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const retry = () => {
      this.props.onRetry()
      this.setState({ error: undefined })
    }
    const { message, detail = '' } = asFailure(error)
    return (
      <Trouble
        error={new Failure(0, `The viewer "${this.props.name}" failed: ${message}`, { detail })}
        action={<Button onPress={retry}>Retry</Button>}
      />
    )
  }
}

const objectOf = (content: Content): ViewedObject => {
  const { bucket, path, version, size } = content
  const read: ViewedObject['read'] = (start, end, signal = new AbortController().signal) =>
    createReader(content, signal)(start, end)
  return { bucket, path, version, size, read }
}

/** Shows an object with a viewer that a plugin contributes. */
export const Viewer = ({
  viewer,
  content,
  switcher,
}: {
  viewer: ObjectViewer
  content: Content
  switcher: ReactNode
}) => {
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const object = useMemo(() => objectOf(content), [content])
  const props = useMemo(
    (): ViewerProps => ({
      object,
      toolbar: (children) => tools && createPortal(children, tools),
      footer: (text, note) =>
        foot &&
        createPortal(
          <>
            {text}
            {note && <span className={styles.safe}>{note}</span>}
          </>,
          foot,
        ),
      failure: (error) => <Trouble error={asFailure(error)} />,
    }),
    [object, tools, foot],
  )
  const isTooLarge = viewer.maxSize !== undefined && content.size > viewer.maxSize
  const ViewerComponent = componentOf(viewer)
  return (
    <>
      <div className={styles.tools}>
        {switcher}
        <span ref={setTools} className={styles.slot} />
      </div>
      {isTooLarge ? (
        <Foot note={undefined}>{messages.noPreviewAbove(bytes(viewer.maxSize ?? 0))}</Foot>
      ) : (
        <>
          <ViewerBoundary name={viewer.label} onRetry={() => loaded.delete(viewer)}>
            <Suspense fallback={<Skeleton rows={6} columns={4} />}>
              <ViewerComponent {...props} />
            </Suspense>
          </ViewerBoundary>
          <div ref={setFoot} className={styles.foot} role="status" />
        </>
      )}
    </>
  )
}
