/** The commands are plain JavaScript, because they run before anything is installed; their tests see them without types. */
declare module '*.mjs';
