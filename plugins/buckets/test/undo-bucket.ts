/** Properties of a dialog about the bucket of the Undo tests. */
export const dialog = { bucket: 'photos', onClose: () => undefined, onDone: async () => undefined }

/** Request that creates that bucket. */
export const createPhotos = (options: object = {}): [method: string, url: string, body: object] => [
  'POST',
  '/api/v1/buckets',
  { name: dialog.bucket, ...options },
]
