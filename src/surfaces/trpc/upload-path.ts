/** Where the console uploads tables. */
export const UPLOAD_PATH = '/api/uploads/imports';

/** The header that names the organization of a console page, by id or slug. */
export const ORGANIZATION_HEADER = 'x-daybook-organization';

/** The most bytes of one upload: no more than a piece of it is ever held. */
export const UPLOAD_LIMIT = 256 * 1024 * 1024;
