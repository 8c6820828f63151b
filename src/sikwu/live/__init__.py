"""A live table as a pure state machine: from messages and time to lines, news and questions. It opens no socket and reads no clock."""
