// Preloaded into the server: when the process that started it is gone (killed, not asked to stop), it stops too, so
// that no server is ever left running without anybody to stop it.
if (process.connected) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
