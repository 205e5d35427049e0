/** The commands are plain JavaScript, because they run before anything is installed; tests import them without types. */
declare module '*.mjs';
