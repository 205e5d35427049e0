/** Where the console uploads tables. */
export const UPLOAD_PATH = '/api/uploads/imports';

/** The header that names the organization of a console page, by id or slug. */
export const ORGANIZATION_HEADER = 'x-daybook-organization';

/** The most bytes of one upload: no more than a piece of it is ever held. */
export const UPLOAD_LIMIT = 256 * 1024 * 1024;

/** The header in which the server tells a console page its own address, path and query; what a caller sends under this name is replaced. */
export const PAGE_HEADER = 'x-daybook-page';
