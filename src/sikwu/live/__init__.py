"""A live table as a pure state machine: messages and time in; lines, news and questions out. It opens no socket and reads no clock."""
